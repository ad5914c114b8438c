import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { requestRefund } from '../gateways/refunds.ts'
import { readRefundable } from './refundable.ts'

type Payback = { orderId: number; amount: number; reason: string }

/** Amounts refunded by the gateway, and owed by hand because no gateway holds them. Minor units. */
export type RefundAmounts = { refunded: number; owed: number }

/**
 * Refunds money of a paid order the way it was paid, up to the captured amount; the part that the gateway
 * does not hold is owed by hand. An unpaid order refunds nothing. The order must be locked; the gateway is
 * called after the transaction (`carryOutRefunds`).
 */
export async function refundPaidOrder(tx: Tx, { orderId, amount, reason }: Payback): Promise<RefundAmounts> {
  const order = await paidOrder.first(tx, orderId)
  if (!order || amount === 0) return { refunded: 0, owed: 0 }
  const refunded = order.payment_id === null ? 0 : Math.min(amount, order.held)
  if (refunded > 0 && order.payment_id !== null) {
    const isReserved = await requestRefund(tx, { paymentId: order.payment_id, amount: refunded, reason })
    if (!isReserved) throw new Error(`Order ${orderId}: its payment was refunded while the order was held`)
  }
  const owed = order.payment_id === null ? amount : 0
  // Owed money is refunded once it is paid back.
  if (owed === 0) {
    const left = await readRefundable(tx, orderId)
    const isAll = left.amount === 0 && !left.isReserved
    await mark.first(tx, orderId, isAll ? 'refunded' : 'partially_refunded')
  }
  return { refunded, owed }
}

/**
 * `held`: the amount that the gateway still holds. A delivered and returned order was paid on delivery if
 * there is no other payment.
 */
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
