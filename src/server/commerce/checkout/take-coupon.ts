import type { Cart } from '#contract/cart.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { rejectedCart, ShopError } from '#server/platform/kernel/errors.ts'
import { removeCoupon } from '../cart/apply-coupon.ts'
import type { CartRow } from '../cart/model/cart-row.ts'
import type { CartScope } from '../cart/model/cart-scope.ts'
import { type CartCoupon, judgeCartCoupon } from '../cart/model/judge-cart-coupon.ts'
import { readCartRow } from '../cart/store/read-cart.ts'
import { couponInvalid } from '../coupons/model/refusals.ts'
import { takeUse, writeUse } from '../coupons/model/write-use.ts'
import { removedMessage } from '../coupons/rules/coupon-messages.ts'
import type { Refusal } from '../coupons/rules/judge-coupon.ts'

/**
 * Counts one use of the cart's coupon for an order: a single conditional update, so that of two orders for
 * the last use one fails. It locks the coupon until the transaction ends; every transaction reserves stock
 * before it, which prevents deadlocks. Does nothing for a cart without a coupon. Security §16.
 * @throws 409 COUPON_INVALID when the coupon does not apply, or no longer; the transaction must be rolled
 * back then.
 */
export async function takeCoupon(tx: Tx, channel: Channel, row: CartRow): Promise<void> {
  const onCart = judgeCartCoupon(row)
  if (!onCart) return
  if (!onCart.applies) throw lost(onCart.code, onCart.refusal, channel)
  if (!onCart.coupon || (await takeUse(tx, onCart.coupon.id))) return
  throw lost(onCart.code, await refusalNow(tx, channel, row, 'used-up'), channel)
}

/**
 * Records that the order `orderId` holds the use counted by `takeCoupon`, if its shopper may have it. The
 * coupon's row is locked, so concurrent uses of the same shopper are visible here.
 * @throws 409 COUPON_INVALID when the shopper has used it before, or has ordered before and it is for first
 * orders.
 */
export async function storeCouponUse(tx: Tx, channel: Channel, row: CartRow, orderId: number): Promise<void> {
  const onCart = judgeCartCoupon(row)
  if (!onCart?.applies || !onCart.coupon || (await writeUse(tx, orderId, onCart.coupon.id))) return
  throw lost(onCart.code, await refusalNow(tx, channel, row, 'used-before'), channel)
}

/**
 * Runs an order whose coupon may be lost to a concurrent order. In that case the coupon is removed from the
 * cart, so that the shopper can order at the price that is shown now.
 */
export async function dropLostCoupon<Result>(
  db: Db,
  scope: CartScope,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof ShopError && thrown.code === 'COUPON_INVALID')) throw thrown
    const cart: Cart = await removeCoupon(db, { scope, version: undefined })
    throw rejectedCart(thrown.code, thrown.message, { ...cart, coupon_notice: thrown.message })
  }
}

const lost = (code: string, refusal: Refusal, channel: Channel) =>
  couponInvalid(removedMessage(code, refusal, channel))

/** The reason of the refusal, read again. */
async function refusalNow(
  tx: Tx,
  channel: Channel,
  { id }: CartRow,
  otherwise: 'used-up' | 'used-before',
): Promise<Refusal> {
  const onCart: CartCoupon | null = judgeCartCoupon(await readCartRow(tx, channel, id))
  return onCart && !onCart.applies ? onCart.refusal : { because: otherwise }
}
