import { useEffect } from 'react'
import { refresh } from '#pages/navigate.ts'

const EVERY_MS = 60_000

/**
 * Reloads the page's data every minute while the tab is visible. A tab that becomes visible again reloads
 * data older than a minute.
 */
export function useFreshPage(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return
    let requestedAt = Date.now()
    const ask = () => {
      if (document.hidden || Date.now() - requestedAt < EVERY_MS) return
      requestedAt = Date.now()
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
