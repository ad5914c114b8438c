import { HOLD_MINUTES, holdStockAgain, releaseStock } from '#server/catalog/stock/hold-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { holdCouponAgain, releaseCoupon } from '../coupons/model/hold-coupon.ts'
import { couponLost } from '../coupons/model/refusals.ts'
import { releaseCredit } from '../orders/exchange-credit.ts'
import type { LockedOrder } from '../orders/model/lock-order.ts'
import { moveOrder } from '../orders/model/order-states.ts'
import { readLiveLines, storeLocations } from '../orders/order-lines.ts'
import { releasePromotions, takePromotionsAgain } from '../promotions/take-promotions.ts'
import { releaseValue, takeValueAgain } from '../stored-value/order-value.ts'

type Held = Pick<LockedOrder, 'id' | 'status' | 'coupon_code'>

/** Ends the wait for a payment: stock, coupon and stored value are released, and the order can still be paid. Decisions §3, Stock. */
export async function failOrder(tx: Tx, order: Held, note = '') {
  await moveOrder(tx, order, 'payment_failed', note)
  await markFailed.first(tx, order.id)
  // Last, because every order of the same variation waits for its row until the commit.
  await releaseStock(tx, order.id)
  await releaseCoupon(tx, order.id)
  await releasePromotions(tx, order.id)
  await releaseValue(tx, order.id)
}

const markFailed = prepared(
  'mark order failed',
  `update orders set payment_status = 'failed', held_until = null where id = $1::bigint`,
)

/**
 * Sets a failed order back to awaiting payment and reserves its stock, coupon and stored value again.
 * @throws 409 OUT_OF_STOCK or COUPON_INVALID when they are no longer available; the transaction must be
 * rolled back then.
 */
export async function resumeOrder(tx: Tx, order: Held) {
  const { taken, isElsewhere } = await holdStockAgain(tx, order.id)
  if (isElsewhere) await storeLocations(tx, await readLiveLines(tx, order.id, order.status), taken)
  await holdCouponAgain(tx, order.id, order.coupon_code)
  const lost = await takePromotionsAgain(tx, order.id)
  if (lost !== undefined) throw couponLost(`“${lost}” has been used up in the meantime`)
  const spent = await takeValueAgain(tx, order.id)
  if (spent !== undefined) throw couponLost(`${spent} has paid something else in the meantime`)
  await extendHold(tx, order.id)
  await moveOrder(tx, order, 'pending_payment')
}

/** Restarts the hold time of the order's stock; a payment link keeps it longer. */
export const extendHold = async (tx: Tx, orderId: number) => void (await hold.first(tx, orderId))

const hold = prepared(
  'extend hold',
  `update orders set payment_status = 'pending', held_until = greatest(now() + interval '${HOLD_MINUTES} minutes', pay_by)
  where id = $1::bigint`,
)

/** Cancels an unpaid order: its cart was ordered again or the customer did not return. A later payment is refunded. */
export async function cancelUnpaidOrder(tx: Tx, plugins: HookRunner, order: Held, note: string) {
  if (order.status === 'pending_payment') await failOrder(tx, order, note)
  await expirePayments(tx, order.id)
  await releaseCredit(tx, order.id, 0)
  await moveOrder(tx, { id: order.id, status: 'payment_failed' }, 'cancelled', note)
  await plugins.runHooks(tx, 'order.cancelled', { order_id: order.id })
}

/** These payments are abandoned; the gateway is queried at once, so that it closes them, and for a while after that. */
export const expirePayments = async (tx: Tx, orderId: number) => void (await expire.all(tx, orderId))

const expire = prepared(
  'expire payments',
  `update payments set status = 'expired', updated_at = now(), ask_again_at = now()
  where order_id = $1::bigint and status in ('created', 'requires_action', 'processing')`,
)
