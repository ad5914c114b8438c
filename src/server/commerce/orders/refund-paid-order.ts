import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { requestRefund } from '../gateways/refunds.ts'
import { EXCHANGE, giveCreditBack, readHeldPayments } from './exchange-credit.ts'
import { nothingBack, type RefundAmounts } from './model/exchange.ts'
import { readRefundable } from './refundable.ts'

type Payback = { orderId: number; amount: number; reason: string }

/**
 * Refunds money of a paid order the way it was paid, up to the captured amount; the part that the gateway
 * does not hold is owed by hand, and the value of a return that is open counts at the return again. An unpaid order refunds nothing. The
 * order must be locked; the gateway is called after the transaction (`carryOutRefunds`).
 */
export async function refundPaidOrder(tx: Tx, { orderId, amount, reason }: Payback): Promise<RefundAmounts> {
  const order = await paidOrder.first(tx, orderId)
  if (!order || amount === 0) return nothingBack
  const back = { ...nothingBack }
  let left = amount
  for (const payment of await readHeldPayments(tx, orderId)) {
    const part = Math.min(left, payment.held)
    if (part <= 0) continue
    if (payment.gateway === EXCHANGE) {
      const credit = await giveCreditBack(tx, orderId, payment, { amount: part, reason })
      back.toReturn += credit.toReturn
      back.refunded += credit.refunded
      back.recorded += credit.recorded
    } else {
      if (!(await requestRefund(tx, { paymentId: payment.id, amount: part, reason })))
        throw new Error(`Order ${orderId}: its payment was refunded while the order was held`)
      back.refunded += part
    }
    left -= part
  }
  if (order.is_by_hand) back.owed = left
  // Owed money is refunded once it is paid back.
  if (back.owed === 0) await markRefundState(tx, orderId)
  return back
}

/** Marks a paid order as refunded, in part or as a whole. */
export async function markRefundState(tx: Tx, orderId: number) {
  const left = await readRefundable(tx, orderId)
  const isAll = left.amount === 0 && !left.isReserved
  await mark.first(tx, orderId, isAll ? 'refunded' : 'partially_refunded')
}

/** A delivered and returned order was paid on delivery if there is no other payment. */
const paidOrder = prepared<{ is_by_hand: boolean }>(
  'paid order',
  `select not exists (
      select from payments p where p.order_id = o.id and p.status = 'paid' and p.change_id is null and p.gateway <> 'exchange'
    ) as is_by_hand
  from orders o
  where o.id = $1::bigint and (o.payment_status in ('paid', 'partially_refunded') or o.status = 'refunded')`,
)

const mark = prepared(
  'mark order refunded',
  'update orders set payment_status = $2::text where id = $1::bigint',
)
