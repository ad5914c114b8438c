import { useEffect } from 'react'
import type { OpenedPayment } from './payment-window.ts'

/** Milliseconds. Browsers do not tell that a window was closed, so it is looked at. */
const LOOK = 400
/** A gateway that is through takes this page on itself and then closes its window; it is given the time to. */
const GRACE = 1_500

/** Goes on when the payment's window is closed, by the shopper or otherwise: the page there asks the gateway what became of it. */
export function useClosedWindow(opened: OpenedPayment | null) {
  useEffect(() => {
    if (!opened) return
    let leaving: number | undefined
    const looking = setInterval(() => {
      if (!opened.window.isClosed()) return
      clearInterval(looking)
      leaving = window.setTimeout(() => location.assign(opened.page), GRACE)
    }, LOOK)
    return () => {
      clearInterval(looking)
      clearTimeout(leaving)
    }
  }, [opened])
}
