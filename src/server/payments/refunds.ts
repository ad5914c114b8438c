import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { findGateway } from './find-gateway.ts'
import type { PaymentServices } from './gateway.ts'

/**
 * Puts aside money that is to go back: at once in the payment's books, so that two at the same time cannot give back more than
 * came; carried out after the transaction (`carryOutRefunds`).
 *
 * @param amount minor units of the payment's currency.
 * @returns false when that much has not come, or has been given back already. Nothing has changed then.
 */
export async function requestRefund(
  tx: Tx,
  { paymentId, amount, reason }: { paymentId: string; amount: number; reason: string },
): Promise<boolean> {
  return (await reserve.first(tx, paymentId, amount, reason)) !== undefined
}

const reserve = prepared<{ id: number }>(
  'request refund',
  `with reserved as (
    update payments set refunded_amount = refunded_amount + $2::bigint, updated_at = now()
    where id = $1::text and $2::bigint > 0 and refunded_amount + $2::bigint <= captured_amount
    returning id
  )
  insert into payment_refunds (payment_id, amount, reason) select id, $2::bigint, $3::text from reserved
  returning id`,
)

/**
 * Carries out the refunds that are due, each under a key of its own, so that trying again gives nothing back twice. One that
 * fails is tried again later, ever more seldom. Nothing here is fatal.
 */
export async function carryOutRefunds(services: PaymentServices) {
  for (const refund of await claim.all(services.db)) {
    try {
      await carryOut(services, refund)
    } catch (error) {
      services.log.warn({ err: error, refund: refund.id }, 'refund failed, will be tried again')
      await note.first(services.db, refund.id, String(error).slice(0, 500))
    }
  }
}

async function carryOut(services: PaymentServices, refund: DueRefund) {
  const gateway = findGateway(services, refund.gateway)
  if (!gateway?.isOnline || !refund.gateway_payment_id) {
    services.log.warn({ refund: refund.id }, 'refund has to be made by hand')
    return void (await finish.first(services.db, refund.id, 'by_hand', null))
  }
  const { gatewayRefundId } = await gateway.refund({
    key: `refund-${refund.id}`,
    id: refund.payment_id,
    gatewayPaymentId: refund.gateway_payment_id,
    amount: refund.amount,
  })
  // Something else than the company may have answered: the money has not gone back before the company says so.
  if (!gatewayRefundId) throw new Error('The gateway gave no refund')
  await finish.first(services.db, refund.id, 'done', gatewayRefundId)
}

type DueRefund = {
  id: number
  payment_id: string
  amount: number
  gateway: string
  gateway_payment_id: string | null
}

/** Whoever claims one has it for a while; then it is anybody's again. */
const claim = prepared<DueRefund>(
  'claim refunds',
  `update payment_refunds r set attempts = r.attempts + 1,
    next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(r.attempts, 10)))
  from payments p
  where p.id = r.payment_id and r.id in (
    select id from payment_refunds where status = 'due' and next_attempt_at <= now()
    order by next_attempt_at limit 20 for update skip locked
  )
  returning r.id, r.payment_id, r.amount, p.gateway, p.gateway_payment_id`,
)

const finish = prepared(
  'finish refund',
  `update payment_refunds set status = $2::text, gateway_refund_id = $3::text, done_at = now(), last_error = null
  where id = $1::bigint and status = 'due'`,
)

const note = prepared(
  'note refund error',
  'update payment_refunds set last_error = $2::text where id = $1::bigint',
)
