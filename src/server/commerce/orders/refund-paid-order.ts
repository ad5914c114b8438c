import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { giveBackHeld, readHeldPayments } from './exchange-credit.ts'
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
  const held = await readHeldPayments(tx, orderId)
  const { left, ...given } = await giveBackHeld(tx, orderId, held, { amount, reason })
  const owed = order.is_by_hand ? left : 0
  // Owed money is refunded once it is paid back.
  if (owed === 0) await markRefundState(tx, orderId)
  return { ...given, owed }
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
