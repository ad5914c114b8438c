import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo; in text fields too, because each keystroke is a change of the page. */
export function useUndoShortcuts(run: (type: 'undo' | 'redo') => void) {
  const act = useEffectEvent(run)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      act(key === 'y' || event.shiftKey ? 'redo' : 'undo')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
