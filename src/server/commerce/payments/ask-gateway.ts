import { prepared } from '#server/platform/db/prepared.ts'
import { findOnlineGateway } from '../gateways/find-gateway.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import type { PaymentRow } from './order-payment.ts'
import { settlePayment } from './settle-payment.ts'

type Known = Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>

/**
 * Reads a payment's status from the gateway and applies it; without a reply the payment stays unchanged and
 * is queried later. A payment whose order no longer waits for it is cancelled at the gateway, so that the
 * shopper cannot pay for stock that is no longer held.
 */
export async function askGateway(
  services: PaymentServices,
  { id, gateway: code, gateway_payment_id, status }: Known,
) {
  const gateway = findOnlineGateway(services, code)
  // Without an id the gateway has never replied, so there is nothing to read.
  if (!gateway || gateway_payment_id === null) return postpone.first(services.db, id)
  const payment = { id, gatewayPaymentId: gateway_payment_id }
  const unreached = (error: unknown) =>
    services.log.warn({ err: error, payment: id }, 'the payment gateway could not be reached')
  const facts = await gateway.read(payment).catch(unreached)
  // An open payment changes nothing here, which saves a transaction for each of a backlog.
  if (facts && facts.status !== 'open') await settlePayment(services, code, { ...facts, reference: id })
  if (facts?.status === 'open' && status === 'expired') await gateway.cancel?.(payment).catch(unreached)
  // For a settled payment this updates no row.
  await postpone.first(services.db, id)
}

/** Asks at growing intervals and stops two days after the payment began. */
const postpone = prepared(
  'ask again later',
  `update payments set ask_again_at = case when created_at > now() - interval '2 days'
    then now() + least(greatest(now() - created_at, interval '1 minute'), interval '6 hours') end
  where id = $1::text and ask_again_at is not null and ask_again_at <= now()`,
)
