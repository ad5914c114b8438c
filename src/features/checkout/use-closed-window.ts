import { useEffect } from 'react'
import type { OpenedPayment } from './payment-window.ts'

/** Milliseconds. Browsers dispatch no event when a popup is closed, so it is polled. */
const LOOK = 400
/** Time for the gateway to navigate this page itself before its popup closes. */
const GRACE = 1_500

/** Continues when the payment's popup is closed, by the shopper or the gateway: the next page checks the payment. */
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
