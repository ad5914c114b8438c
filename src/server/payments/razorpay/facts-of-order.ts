import type { PaymentFacts, PaymentFailure } from '../gateway.ts'

/** A Razorpay order, as far as we look at it: ours by the receipt. Amounts in minor units. */
export type RazorpayOrder = {
  id: string
  receipt?: string | null | undefined
  notes?: Record<string, string | number> | unknown[] | undefined
  amount: number | string
  currency: string
}

/** One try to pay it; of all tries only one is captured. */
export type RazorpayPayment = {
  id: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amount: number | string
  currency: string
  error_reason?: string | null | undefined
}

/** What a Razorpay order and the tries to pay it say of a payment. The shopper comes back after each try that fails. */
export function factsOfOrder(order: RazorpayOrder, payments: readonly RazorpayPayment[]): PaymentFacts {
  const captured = findCaptured(payments)
  const { amount, currency } = captured ?? order
  return {
    gatewayPaymentId: order.id,
    reference: order.receipt ?? '',
    orderNo: noteOf(order, 'order_no'),
    ...standingOf(payments, captured),
    amount: Number(amount),
    currency,
  }
}

/** The try that took the money; one that was given back since has taken it too. */
export const findCaptured = (payments: readonly RazorpayPayment[]) =>
  payments.find(({ status }) => status === 'captured' || status === 'refunded')

function standingOf(
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

/** Without notes Razorpay sends an empty list in their place. */
const noteOf = ({ notes }: RazorpayOrder, name: string) =>
  notes && !Array.isArray(notes) ? String(notes[name] ?? '') : ''
