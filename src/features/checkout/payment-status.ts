import type { Order } from '#contract/checkout.ts'
import type { Failure, Success } from '#contract/envelope.ts'

/**
 * The status of an unpaid order as shown to the shopper: `checking` undecided, `open` not paid yet, `failed`
 * with its reason, `returned` the money came too late and is refunded.
 */
export type PaymentProgress =
  | { stage: 'checking' | 'open' | 'returned' }
  | { stage: 'failed'; reason: FailureReason }

/** `late`: the hold time is over, and the gateway has not reported a result. */
export type FailureReason = 'declined' | 'cancelled' | 'timeout' | 'late' | 'other'

type Unpaid = Pick<Order, 'status' | 'payment'>

/** The status from the order alone. A payment in progress is checked before a status is shown. */
export function progressOf({ status, payment }: Unpaid): PaymentProgress {
  if (payment?.status === 'refunded') return { stage: 'returned' }
  // Of a placed order a change waits for the payment of its difference.
  if (status !== 'payment_failed' && status !== 'cancelled') return { stage: payment ? 'checking' : 'open' }
  if (payment?.status === 'expired') return { stage: 'failed', reason: 'late' }
  return { stage: 'failed', reason: reasonOf(payment?.failure) }
}

type Outcome = { payment_status: string; redirect: string | null }

/** The status after complete-payment; `paid` redirects. Undefined: no reply, so nothing is known yet. */
export function progressAfter(
  reply: Success<Outcome> | Failure,
): PaymentProgress | { stage: 'paid'; redirect: string } | undefined {
  if (reply.status === 'success') {
    const { payment_status, redirect } = reply.data
    if (redirect) return { stage: 'paid', redirect }
    return { stage: payment_status === 'processing' ? 'checking' : 'open' }
  }
  if (reply.code === 'PAYMENT_RETURNED') return { stage: 'returned' }
  if (reply.code !== 'PAYMENT_FAILED') return undefined
  const { failure } = reply.data as { failure: string | null }
  return { stage: 'failed', reason: failure === null ? 'late' : reasonOf(failure) }
}

const reasonOf = (failure: string | null | undefined): FailureReason =>
  failure === 'declined' || failure === 'cancelled' || failure === 'timeout' ? failure : 'other'
