import { prepared } from '../db/prepared.ts'
import { findOnlineGateway } from './find-gateway.ts'
import type { PaymentServices } from './gateway.ts'
import type { PaymentRow } from './lock-payment.ts'
import { settlePayment } from './settle-payment.ts'

type Known = Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>

/**
 * Asks the gateway what became of a payment and takes its word in. A gateway that does not answer changes nothing: the payment
 * stays as unknown as it was, and is asked about again later. One that nobody waits for any more and that could still be made
 * is closed there, so that nobody pays for what is not held any more.
 */
export async function askGateway(
  services: PaymentServices,
  { id, gateway: code, gateway_payment_id, status }: Known,
) {
  const gateway = findOnlineGateway(services, code)
  // Without an id the gateway has never answered: there is nothing to ask it about.
  if (!gateway || gateway_payment_id === null) return postpone.first(services.db, id)
  const payment = { id, gatewayPaymentId: gateway_payment_id }
  const unreached = (error: unknown) =>
    services.log.warn({ err: error, payment: id }, 'the payment gateway could not be reached')
  const facts = await gateway.read(payment).catch(unreached)
  if (facts) await settlePayment(services, code, { ...facts, reference: id })
  if (facts?.status === 'open' && status === 'expired') await gateway.cancel?.(payment).catch(unreached)
  // Settled for good it is not asked about again, and this finds nothing to put off.
  await postpone.first(services.db, id)
}

/** Ever more seldom, and not for ever: two days after the payment began nobody waits for it any more. */
const postpone = prepared(
  'ask again later',
  `update payments set ask_again_at = case when created_at > now() - interval '2 days'
    then now() + least(greatest(now() - created_at, interval '1 minute'), interval '6 hours') end
  where id = $1::text and ask_again_at is not null and ask_again_at <= now()`,
)
