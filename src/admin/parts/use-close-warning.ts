import { useEffect } from 'react'
import { isReload } from './reload.ts'

/** Asks before the window is closed with unsaved changes; not before a reload that keeps them. */
export function useCloseWarning(isUnsaved: boolean, isKept = false) {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!(isKept && isReload())) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved, isKept])
}
