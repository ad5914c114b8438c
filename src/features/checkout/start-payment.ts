import { checkoutApi } from '#client/checkout-api.ts'
import type { Reply } from '#contract/envelope.ts'
import { leaveForPayment, type PaymentAction } from './leave-for-payment.ts'
import type { Outcome, UnpaidOrder } from './order-outcome.ts'

/** `isLeaving`: the browser is on its way to the gateway, and nothing here matters any more. */
export type PaymentStart = { isLeaving: true } | Outcome

/** Takes the shopper to the payment of an order. May be called again: an open payment goes on, nothing is paid twice. */
export async function startPayment(order: UnpaidOrder): Promise<PaymentStart> {
  const reply = await checkoutApi.checkout.processPayment(
    { order_id: order.order_id, token: order.token, return_url: '/checkout-complete' },
    { silent: true },
  )
  if (reply.status === 'success') {
    leaveForPayment(reply.data.action)
    return { isLeaving: true }
  }
  return startRefused(reply)
}

/** Where a refusal leads. Decisions §4, process-payment. */
export function startRefused(reply: Extract<Reply<{ action: PaymentAction }>, { status: 'error' }>): Outcome {
  const { code, message, data } = reply
  if (code === 'ALREADY_PAID') return { go: redirectIn(data) ?? '/cart', isOrdered: true }
  // The cart says what is short; its coupon is checked there too.
  if (code === 'OUT_OF_STOCK' || code === 'COUPON_INVALID' || code === 'ORDER_CANCELLED')
    return { go: '/cart', isOrdered: false, say: message }
  if (code === 'OFFLINE') return { stay: `${message} You can try again: nothing is paid twice.` }
  return { stay: message }
}

export const redirectIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'redirect' in data && typeof data.redirect === 'string'
    ? data.redirect
    : undefined
