import type { PaymentFacts, PaymentFailure } from '#server/commerce/gateways/model/gateway.ts'

/** The fields of a Razorpay order that are used; `receipt` is our payment id. Amounts in minor units. */
export type RazorpayOrder = {
  id: string
  receipt?: string | null | undefined
  notes?: Record<string, string | number> | unknown[] | undefined
  amount: number | string
  currency: string
}

/** One attempt to pay it; at most one attempt is captured. */
export type RazorpayPayment = {
  id: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amount: number | string
  currency: string
  error_reason?: string | null | undefined
}

/**
 * The payment status from a Razorpay order and its attempts. The shopper returns to the shop after each
 * failed attempt.
 */
export function factsOfOrder(order: RazorpayOrder, payments: readonly RazorpayPayment[]): PaymentFacts {
  const captured = findCaptured(payments)
  const { amount, currency } = captured ?? order
  return {
    gatewayPaymentId: order.id,
    reference: order.receipt ?? '',
    orderNo: noteOf(order, 'order_no'),
    ...statusOf(payments, captured),
    amount: Number(amount),
    currency,
  }
}

/** The captured attempt, including one that was refunded since. */
export const findCaptured = (payments: readonly RazorpayPayment[]) =>
  payments.find(({ status }) => status === 'captured' || status === 'refunded')

function statusOf(
  payments: readonly RazorpayPayment[],
  captured: RazorpayPayment | undefined,
): Pick<PaymentFacts, 'status' | 'failure'> {
  if (captured) return { status: 'paid', failure: null }
  if (payments.some(({ status }) => status === 'authorized')) return { status: 'processing', failure: null }
  const isUnderWay = payments.length === 0 || payments.some(({ status }) => status === 'created')
  if (isUnderWay) return { status: 'open', failure: null }
  return { status: 'failed', failure: failureOf(payments[0]?.error_reason) }
}

const failureOf = (reason: string | null | undefined): PaymentFailure =>
  reason === 'payment_cancelled' ? 'cancelled' : reason === 'payment_timed_out' ? 'timeout' : 'declined'

/** Razorpay sends an empty list when there are no notes. */
const noteOf = ({ notes }: RazorpayOrder, name: string) =>
  notes && !Array.isArray(notes) ? String(notes[name] ?? '') : ''
