import { useEffect, useEffectEvent } from 'react'

/** Ctrl+S, or Cmd+S, saves. */
export function useSaveShortcut(save: () => void) {
  const run = useEffectEvent(save)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
