import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { creditByHand } from '../stored-value/customer-credit.ts'
import { type BackTo, giveBackHeld, readHeldPayments } from './exchange-credit.ts'
import { nothingBack, type RefundAmounts } from './model/exchange.ts'
import { readRefundable } from './refundable.ts'

type Payback = BackTo & { orderId: number }

/**
 * Refunds money of a paid order the way it was paid, up to the captured amount, or to store credit; the part that no payment
 * holds is owed by hand or credited, and the value of a return that is open counts at the return again. An unpaid order refunds nothing. The
 * order must be locked; the gateway is called after the transaction (`carryOutRefunds`).
 */
export async function refundPaidOrder(tx: Tx, { orderId, ...to }: Payback): Promise<RefundAmounts> {
  const order = await paidOrder.first(tx, orderId)
  if (!order || to.amount === 0) return nothingBack
  const held = await readHeldPayments(tx, orderId)
  const { left, ...given } = await giveBackHeld(tx, orderId, held, to)
  const byHand = order.is_by_hand ? left : 0
  const owed = to.credit ? 0 : byHand
  if (to.credit && byHand > 0) {
    await creditByHand(tx, to.credit, byHand, to.reason)
    given.credited += byHand
  }
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
