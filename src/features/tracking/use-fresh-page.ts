import { useEffect } from 'react'
import { refresh } from '#pages/navigate.ts'

const EVERY_MS = 60_000

/**
 * Asks for the page's data again every minute while somebody looks at it. In a hidden tab nothing is asked; when it is looked at
 * again, what is older than a minute is.
 */
export function useFreshPage(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return
    let askedAt = Date.now()
    const ask = () => {
      if (document.hidden || Date.now() - askedAt < EVERY_MS) return
      askedAt = Date.now()
      refresh()
    }
    const timer = setInterval(ask, 1_000)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isWanted])
}
