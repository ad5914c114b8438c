import { useEffect, useEffectEvent, useRef } from 'react'

let isEntryFree = false

/** Call before closing an overlay for another one, which then uses its history entry. */
export function giveEntryToNextOverlay() {
  isEntryFree = true
}

/**
 * Adds a history entry with the page's own URL for an overlay: the browser's Back closes the overlay and
 * keeps the page. Returns a function that closes it otherwise and removes the entry, unless the URL has
 * changed in the meantime. `close` must remove the overlay.
 */
export function useBackToClose(close: () => void) {
  const onClose = useEffectEvent(close)
  const isOver = useRef(false)
  const opened = useRef('')
  useEffect(() => {
    isOver.current = false
    opened.current = location.href
    if (isEntryFree) isEntryFree = false
    else history.pushState(history.state, '')
    const onBack = () => {
      isOver.current = true
      onClose()
    }
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])
  return () => {
    close()
    if (isOver.current) return
    isOver.current = true
    if (location.href === opened.current && !isEntryFree) history.back()
  }
}
