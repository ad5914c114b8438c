import type Stripe from 'stripe'
import type { PaymentFacts } from '../gateway.ts'

type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'client_reference_id'
  | 'metadata'
  | 'status'
  | 'payment_status'
  | 'payment_intent'
  | 'amount_total'
  | 'currency'
>

/**
 * What a Checkout Session says of a payment. Its PaymentIntent, where it came along, knows better: what was received, and whether
 * a payment that takes days has failed since. A card that is declined leaves the session open: the shopper tries another one there.
 */
export function factsOfSession(session: Session): PaymentFacts {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const received = intent?.status === 'succeeded' ? intent : null
  return {
    gatewayPaymentId: session.id,
    reference: session.client_reference_id ?? '',
    orderNo: session.metadata?.order_no ?? '',
    ...standingOf(session, intent),
    amount: received?.amount_received ?? session.amount_total ?? 0,
    currency: (received?.currency ?? session.currency ?? '').toUpperCase(),
  }
}

function standingOf(
  { status, payment_status }: Session,
  intent: Stripe.PaymentIntent | null,
): Pick<PaymentFacts, 'status' | 'failure'> {
  if (payment_status === 'paid') return { status: 'paid', failure: null }
  if (status === 'expired') return { status: 'failed', failure: 'timeout' }
  if (status !== 'complete') return { status: 'open', failure: null }
  const hasFailed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return hasFailed ? { status: 'failed', failure: 'declined' } : { status: 'processing', failure: null }
}
