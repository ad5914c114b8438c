import { leaveForPayment, type PaymentAction } from './leave-for-payment.ts'

/** A gateway's page in a popup window. */
export type PaymentWindow = {
  /** Closed by the shopper or the gateway; false after `leaveInstead`. */
  isClosed(): boolean
  show(): void
  /** Closes the popup and opens the gateway's page in this tab. */
  leaveInstead(): void
}

/** `page`: where this tab goes when the popup is closed. */
export type OpenedPayment = { window: PaymentWindow; page: string }

/**
 * Below this width a popup would be a tab that hides the shop, so this tab opens the gateway instead. In CSS
 * pixels.
 */
const ROOM = 768

const size = { width: 480, height: 760 }

/**
 * Opens the gateway's page in a popup. Only during the user activation of a press: undefined when the browser
 * blocks it, or there is no room.
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
