import { useEffect, useEffectEvent } from 'react'

/** Asks before the window is closed with unsaved changes; not before a reload that keeps them. */
export function useCloseWarning(isUnsaved: boolean, isStored = false) {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!(isStored && isReloading)) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved, isStored])
}

let isReloading = false

/** Loads the page again; unsaved values of forms are stored (`stored-text.ts`). */
export function reloadPage() {
  isReloading = true
  // When another form asks, and is not left.
  setTimeout(() => {
    isReloading = false
  }, 5_000)
  location.reload()
}

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
