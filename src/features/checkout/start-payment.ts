import { api } from '#client/api.ts'
import type { Reply } from '#contract/envelope.ts'
import { leaveForPayment, type PaymentAction } from './leave-for-payment.ts'
import type { Outcome, UnpaidOrder } from './order-outcome.ts'
import { type OpenedPayment, openPaymentWindow } from './payment-window.ts'

/** `isLeaving`: the browser is navigating to the gateway. `opened`: the gateway's page is in a popup window. */
export type PaymentStart = { isLeaving: true } | { opened: OpenedPayment } | Outcome

/**
 * Opens the payment of an order: in a popup if the gateway has one and the browser allows it, else in this
 * tab. May be called again: an open payment continues, and nothing is paid twice.
 */
export async function startPayment(order: UnpaidOrder): Promise<PaymentStart> {
  const reply = await api.checkout.processPayment(
    { order_id: order.order_id, token: order.token, return_url: '/checkout-complete' },
    { silent: true },
  )
  if (reply.status === 'success') {
    const window = openPaymentWindow(reply.data.action)
    if (window) return { opened: { window, page: failedPage(order) } }
    leaveForPayment(reply.data.action)
    return { isLeaving: true }
  }
  return startRefused(reply)
}

/** Shows the status of an unpaid order; redirects if it is paid. */
const failedPage = ({ order_id, token }: UnpaidOrder) =>
  `/checkout-failed?${new URLSearchParams({ order_id: String(order_id), token })}`

/** Where a refusal leads. Decisions §4, process-payment. */
export function startRefused(reply: Extract<Reply<{ action: PaymentAction }>, { status: 'error' }>): Outcome {
  const { code, message, data } = reply
  if (code === 'ALREADY_PAID') return { go: redirectIn(data) ?? '/cart', isOrdered: true }
  // The cart shows which items are short, and checks its coupon.
  if (code === 'OUT_OF_STOCK' || code === 'COUPON_INVALID' || code === 'ORDER_CANCELLED')
    return { go: '/cart', isOrdered: false, say: message }
  if (code === 'OFFLINE') return { stay: `${message} You can try again: nothing is paid twice.` }
  return { stay: message }
}

export const redirectIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'redirect' in data && typeof data.redirect === 'string'
    ? data.redirect
    : undefined
