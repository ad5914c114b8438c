import { holdCouponAgain, releaseCoupon } from '../checkout/hold-coupon.ts'
import { HOLD_MINUTES, holdStockAgain, releaseStock } from '../checkout/hold-stock.ts'
import { moveOrder } from '../checkout/order-states.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import type { OrderToPay } from './lock-payment.ts'

type Held = Pick<OrderToPay, 'id' | 'status' | 'coupon_code'>

/** Ends the wait for a payment: what the order holds goes back, and it can still be paid. Decisions §3, Stock. */
export async function failOrder(tx: Tx, order: Held, note = '') {
  await releaseStock(tx, order.id)
  await releaseCoupon(tx, order.id)
  await moveOrder(tx, order, 'payment_failed', note)
  await markFailed.first(tx, order.id)
}

const markFailed = prepared(
  'mark order failed',
  `update orders set payment_status = 'failed', held_until = null where id = $1::bigint`,
)

/**
 * Lets a failed order wait for a payment again, holding what it held.
 * @throws 409 OUT_OF_STOCK or COUPON_INVALID when it is not there any more; the transaction must be given up then.
 */
export async function resumeOrder(tx: Tx, order: Held) {
  await holdStockAgain(tx, order.id)
  await holdCouponAgain(tx, order.id, order.coupon_code)
  await extendHold(tx, order.id)
  await moveOrder(tx, order, 'pending_payment')
}

/** The order's stock waits from now on as long as for a new one. */
export const extendHold = async (tx: Tx, orderId: number) => void (await hold.first(tx, orderId))

const hold = prepared(
  'extend hold',
  `update orders set payment_status = 'pending', held_until = now() + interval '${HOLD_MINUTES} minutes'
  where id = $1::bigint`,
)

/** Gives an unpaid order up for good: its cart was ordered anew, or nobody came back. Money that comes after all goes back. */
export async function giveUpOrder(tx: Tx, order: Held, note: string) {
  if (order.status === 'pending_payment') await failOrder(tx, order, note)
  await expirePayments(tx, order.id)
  await moveOrder(tx, { id: order.id, status: 'payment_failed' }, 'cancelled', note)
}

/** Nobody waits for these any more; the gateway is asked at once, so that it closes them, and for a while after that. */
export const expirePayments = async (tx: Tx, orderId: number) => void (await expire.all(tx, orderId))

const expire = prepared(
  'expire payments',
  `update payments set status = 'expired', updated_at = now(), ask_again_at = now()
  where order_id = $1::bigint and status in ('created', 'requires_action', 'processing')`,
)
