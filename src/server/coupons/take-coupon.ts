import type { Cart } from '#contract/cart.ts'
import type { CartRow } from '../cart/cart-row.ts'
import type { CartScope } from '../cart/cart-scope.ts'
import { readCartRow } from '../cart/read-cart.ts'
import type { Db, Tx } from '../http/context.ts'
import { rejected, rejectedCart, ShopError } from '../http/errors.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { removeCoupon } from './apply-coupon.ts'
import { removedWords } from './coupon-words.ts'
import { type CartCoupon, judgeCartCoupon } from './judge-cart.ts'
import type { Refusal } from './judge-coupon.ts'
import { takeUse, writeUse } from './write-use.ts'

/**
 * Takes one use of the cart's coupon for an order: a single conditional update, so that of two orders for the last use one
 * finds nothing. It holds the coupon until the transaction ends; take stock before it, in all transactions, so that none
 * wait for each other in a circle. Nothing to do for a cart without a coupon. Security §16.
 *
 * @throws 409 COUPON_INVALID when the coupon does not count, or not any more; the transaction must be given up then.
 */
export async function takeCoupon(tx: Tx, channel: Channel, row: CartRow): Promise<void> {
  const onCart = judgeCartCoupon(row)
  if (!onCart) return
  if (!onCart.applies) throw lost(onCart.code, onCart.refusal, channel)
  if (await takeUse(tx, onCart.coupon.id)) return
  throw lost(onCart.code, await refusalNow(tx, channel, row, 'used-up'), channel)
}

/**
 * Writes down that the order `orderId` holds the use that `takeCoupon` took, if its shopper may have it. All uses of a coupon
 * wait for each other at its row, so that none of the same shopper is overlooked here.
 *
 * @throws 409 COUPON_INVALID when the shopper has used it before, or ordered before and it is for first orders.
 */
export async function keepCouponUse(tx: Tx, channel: Channel, row: CartRow, orderId: number): Promise<void> {
  const onCart = judgeCartCoupon(row)
  if (!onCart?.applies || (await writeUse(tx, orderId, onCart.coupon.id))) return
  throw lost(onCart.code, await refusalNow(tx, channel, row, 'used-before'), channel)
}

/**
 * Runs an order whose coupon may be lost to somebody else meanwhile. Then the coupon is taken off the cart, so that the
 * shopper, who is told, can order what is left at the price that is shown now.
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
  rejected('COUPON_INVALID', removedWords(code, refusal, channel))

/** Why it was refused, as far as another look tells. */
async function refusalNow(
  tx: Tx,
  channel: Channel,
  { id }: CartRow,
  otherwise: 'used-up' | 'used-before',
): Promise<Refusal> {
  const onCart: CartCoupon | null = judgeCartCoupon(await readCartRow(tx, channel, id))
  return onCart && !onCart.applies ? onCart.refusal : { because: otherwise }
}
