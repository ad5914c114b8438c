import { useCallback, useEffect, useRef } from 'react'

/**
 * Gives something that stands over the page a history entry of its own, at the page's own address: the browser's Back closes it and
 * leaves the page as it is. Returns how to close it otherwise, which takes the entry back, unless what was done there has given it
 * another address. `close` must take it off the screen.
 */
export function useBackToClose(close: () => void) {
  const current = useRef(close)
  current.current = close
  const isOver = useRef(false)
  const opened = useRef('')
  useEffect(() => {
    isOver.current = false
    opened.current = location.href
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
    if (location.href === opened.current) history.back()
  }, [])
}
