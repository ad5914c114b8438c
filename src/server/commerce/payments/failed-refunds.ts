import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { gateways } from '../gateways/gateways.ts'
import { isFailedRefund } from '../gateways/refunds.ts'
import { queueRefundFailed } from '../orders/messages/paid-back.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import type { ShippingServices } from '../orders/model/shipping-services.ts'
import { recordOwedRefunds } from '../orders/owed-refunds.ts'
import { refundNotFailed } from './model/refusals.ts'

type FailedRefund = {
  id: number
  amount: number
  currency: string
  attempts: number
  error: string
  next: Date
}

/** Refunds of an order that its gateway has not made at the latest attempt, with its answer. It is asked again without end. */
export const readFailedRefunds = async (db: Db | Tx, orderId: number) =>
  (await failed.all(db, orderId)).map(({ gateway: code, ...refund }) => ({
    ...refund,
    gateway: gateways.find((one) => one.code === code)?.name ?? code,
  }))

const failed = prepared<FailedRefund & { gateway: string }>(
  'failed refunds of order',
  `with recursive origin as (
    select x.id, p.gateway, p.source_id from payments p join payment_refunds x on x.payment_id = p.id
    where p.order_id = $1::bigint and ${isFailedRefund}
    union all
    select o.id, s.gateway, s.source_id from origin o join payments s on s.id = o.source_id
  )
  select x.id, x.amount, p.currency, x.attempts, x.last_error as error, x.next_attempt_at as next, o.gateway
  from origin o join payment_refunds x on x.id = o.id join payments p on p.id = x.payment_id
  where o.source_id is null order by x.id`,
)

type Ref = { orderId: number; refundId: number }

/**
 * Makes a refund that has failed due now. Call `carryOutRefunds` afterwards.
 * @throws 409 ORDER_STATE unless it has failed: it is made, under way, or of another order
 */
export async function retryRefund({ db }: Pick<ShippingServices, 'db'>, { orderId, refundId }: Ref) {
  if (!(await makeDue.first(db, refundId, orderId))) throw refundNotFailed()
}

const makeDue = prepared<{ id: number }>(
  'make failed refund due',
  `update payment_refunds x set next_attempt_at = now() from payments p
  where x.id = $1::bigint and p.id = x.payment_id and p.order_id = $2::bigint and ${isFailedRefund} returning x.id`,
)

/**
 * Makes a failed refund money to pay by hand, and asks the customer where to. Call it after a last attempt: where only the answer was
 * lost, the gateway finds the refund then. ADR 0036.
 * @throws 409 ORDER_STATE as `retryRefund`
 */
export const payFailedByHand = ({ db, config }: ShippingServices, { orderId, refundId }: Ref) =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const refund = await takeFromGateway.first(tx, refundId, orderId)
    if (!refund) throw refundNotFailed()
    await recordOwedRefunds(tx, orderId)
    await queueRefundFailed(tx, config, { orderId, refundId, amount: refund.amount })
  })

const takeFromGateway = prepared<{ amount: number }>(
  'take failed refund from gateway',
  `update payment_refunds x set status = 'by_hand', done_at = now() from payments p
  where x.id = $1::bigint and p.id = x.payment_id and p.order_id = $2::bigint and ${isFailedRefund} returning x.amount`,
)
