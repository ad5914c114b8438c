import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { requestRefund } from '../payments/refunds.ts'

type Payback = { orderId: number; amount: number; reason: string; isAll: boolean }

/** How money goes back: by the gateway, or by hand because none brought it. Minor units. */
export type PaidBack = { refunded: number; owed: number }

/**
 * Sends money of a paid order back the way it came, and never more than came: what the gateway does not hold is owed by hand.
 * Nothing for an order that nobody has paid. The order must be held; the gateway is asked after the transaction
 * (`carryOutRefunds`).
 *
 * @param payback.isAll nothing of the order's money stays with the shop.
 */
export async function payBack(tx: Tx, { orderId, amount, reason, isAll }: Payback): Promise<PaidBack> {
  const order = await paidOrder.first(tx, orderId)
  if (!order || amount === 0) return { refunded: 0, owed: 0 }
  const refunded = order.payment_id === null ? 0 : Math.min(amount, order.held)
  if (refunded > 0 && order.payment_id !== null) {
    const isReserved = await requestRefund(tx, { paymentId: order.payment_id, amount: refunded, reason })
    if (!isReserved) throw new Error(`Order ${orderId}: its payment was refunded while the order was held`)
  }
  await mark.first(tx, orderId, isAll ? 'refunded' : 'partially_refunded')
  return { refunded, owed: order.payment_id === null ? amount : 0 }
}

/** `held`: what the gateway still has of it. What was delivered and came back was paid at the door, if nowhere else. */
const paidOrder = prepared<{ payment_id: string | null; held: number }>(
  'paid order',
  `select p.id as payment_id, coalesce(p.captured_amount - p.refunded_amount, 0) as held
  from orders o left join payments p on p.order_id = o.id and p.status = 'paid'
  where o.id = $1::bigint and (o.payment_status in ('paid', 'partially_refunded') or o.status = 'refunded')`,
)

const mark = prepared(
  'mark order refunded',
  'update orders set payment_status = $2::text where id = $1::bigint',
)
