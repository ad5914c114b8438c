import { useCallback, useEffect, useRef } from 'react'

/**
 * Gives something that stands over the page a history entry of its own, at the page's own address: the browser's Back closes it and
 * leaves the page as it is. Returns how to close it otherwise, which takes the entry back. `close` must take it off the screen.
 */
export function useBackToClose(close: () => void) {
  const current = useRef(close)
  current.current = close
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    history.pushState(history.state, '')
    const onBack = () => {
      isOver.current = true
      current.current()
    }
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])
  return useCallback(() => {
    current.current()
    if (isOver.current) return
    isOver.current = true
    history.back()
  }, [])
}
