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
  let refunded = 0
  for (const { id, held } of order.payments) {
    const part = Math.min(amount - refunded, held)
    if (part <= 0) continue
    if (!(await requestRefund(tx, { paymentId: id, amount: part, reason })))
      throw new Error(`Order ${orderId}: its payment was refunded while the order was held`)
    refunded += part
  }
  const owed = order.payments.length === 0 ? amount : 0
  // Owed money is refunded once it is paid back.
  if (owed === 0) {
    const left = await readRefundable(tx, orderId)
    const isAll = left.amount === 0 && !left.isReserved
    await mark.first(tx, orderId, isAll ? 'refunded' : 'partially_refunded')
  }
  return { refunded, owed }
}

/**
 * `held`: the amount that the gateway still holds of each payment, the latest first. None for an order that was paid past any gateway,
 * also when a change of it was paid by one. A delivered and returned order was paid on delivery if there is no other payment.
 */
const paidOrder = prepared<{ payments: { id: string; held: number }[] }>(
  'paid order',
  `select coalesce((
      select json_agg(json_build_object('id', p.id, 'held', p.captured_amount - p.refunded_amount) order by p.created_at desc, p.id)
      from payments p where p.order_id = o.id and p.status = 'paid' and exists (
        select from payments first where first.order_id = o.id and first.status = 'paid' and first.change_id is null
      )
    ), '[]') as payments
  from orders o
  where o.id = $1::bigint and (o.payment_status in ('paid', 'partially_refunded') or o.status = 'refunded')`,
)

const mark = prepared(
  'mark order refunded',
  'update orders set payment_status = $2::text where id = $1::bigint',
)
