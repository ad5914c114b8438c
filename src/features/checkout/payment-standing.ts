import type { Order } from '#contract/checkout.ts'
import type { Failure, Success } from '#contract/envelope.ts'

/**
 * How an unpaid order stands, as the shopper is told: `checking` nobody knows yet, `open` they have not paid yet, `failed` with
 * its reason, `returned` money came too late and goes back.
 */
export type Standing =
  | { stage: 'checking' | 'open' | 'returned' }
  | { stage: 'failed'; reason: FailureReason }

/** `late`: the time was over, and the gateway has not said what became of it. */
export type FailureReason = 'declined' | 'cancelled' | 'timeout' | 'late' | 'other'

type Unpaid = Pick<Order, 'status' | 'payment'>

/** What the order alone says. A payment that is under way is asked about before anything is claimed. */
export function standingOf({ status, payment }: Unpaid): Standing {
  if (payment?.status === 'refunded') return { stage: 'returned' }
  if (status === 'pending_payment') return { stage: payment ? 'checking' : 'open' }
  if (payment?.status === 'expired') return { stage: 'failed', reason: 'late' }
  return { stage: 'failed', reason: reasonOf(payment?.failure) }
}

type Outcome = { payment_status: string; redirect: string | null }

/** What complete-payment says; `paid` leads on. Undefined: no answer, so nothing is known that was not known before. */
export function standingAfter(
  reply: Success<Outcome> | Failure,
): Standing | { stage: 'paid'; redirect: string } | undefined {
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
