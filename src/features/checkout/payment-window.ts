import { leaveForPayment, type PaymentAction } from './leave-for-payment.ts'

/** A gateway's page that stands in a window of its own, beside the shop. */
export type PaymentWindow = {
  /** By anybody but `leaveInstead`, whose way nothing must cross. */
  isClosed(): boolean
  show(): void
  /** Closes it and goes to the gateway's page as if there had never been a window. */
  leaveInstead(): void
}

/** `page`: where this page goes on when the window is closed. */
export type OpenedPayment = { window: PaymentWindow; page: string }

/** Below it a window would be a tab that hides the shop: there the page itself goes to the gateway. In CSS pixels. */
const ROOM = 768

const size = { width: 480, height: 760 }

/**
 * Opens what the gateway wants in a window. Only while the browser still remembers the press of the button: undefined when it
 * lets none open, or there is no room for one.
 */
export function openPaymentWindow(action: PaymentAction): PaymentWindow | undefined {
  if (action.type !== 'popup' || action.method !== 'GET' || innerWidth < ROOM) return undefined
  const left = Math.round(screenX + (outerWidth - size.width) / 2)
  const top = Math.round(screenY + Math.max(0, (outerHeight - size.height) / 2))
  const opened = open(
    action.url,
    'payment',
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  )
  if (!opened) return undefined
  let isLeft = false
  return {
    isClosed: () => opened.closed && !isLeft,
    show: () => opened.focus(),
    leaveInstead() {
      isLeft = true
      opened.close()
      leaveForPayment(action)
    },
  }
}
