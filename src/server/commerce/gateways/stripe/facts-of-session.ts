import type Stripe from 'stripe'
import type { PaymentFacts } from '#server/commerce/gateways/model/gateway.ts'

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
 * The payment status from a Checkout Session. Its PaymentIntent, when expanded, is more precise: it has the
 * received amount and whether a delayed payment has failed since. A declined card leaves the session open,
 * because the shopper tries another one there.
 */
export function factsOfSession(session: Session): PaymentFacts {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const received = intent?.status === 'succeeded' ? intent : null
  return {
    gatewayPaymentId: session.id,
    reference: session.client_reference_id ?? '',
    orderNo: session.metadata?.order_no ?? '',
    ...statusOf(session, intent),
    amount: received?.amount_received ?? session.amount_total ?? 0,
    currency: (received?.currency ?? session.currency ?? '').toUpperCase(),
  }
}

function statusOf(
  { status, payment_status }: Session,
  intent: Stripe.PaymentIntent | null,
): Pick<PaymentFacts, 'status' | 'failure'> {
  if (payment_status === 'paid') return { status: 'paid', failure: null }
  if (status === 'expired') return { status: 'failed', failure: 'timeout' }
  if (status !== 'complete') return { status: 'open', failure: null }
  const hasFailed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return hasFailed ? { status: 'failed', failure: 'declined' } : { status: 'processing', failure: null }
}
