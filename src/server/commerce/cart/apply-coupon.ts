import type { Cart } from '#contract/cart.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { couponInvalid } from '../coupons/model/refusals.ts'
import { appliedMessage, refusedMessage } from '../coupons/rules/coupon-messages.ts'
import { judgeCartCoupon } from './model/judge-cart-coupon.ts'
import { judgeOffer } from './model/judge-offer.ts'
import { emptyCart } from './model/refusals.ts'
import { readCartById, readCartRow } from './store/read-cart.ts'
import { type Write, writeCart } from './store/write-cart.ts'

/** `words`: the message, with the loss where the previous coupon, or none, was better. */
export type AppliedCoupon = { cart: Cart; message: string }

/**
 * Applies a coupon to the cart, replacing any other; the code is case-insensitive. Decisions §3 (Coupon), §4.
 * @throws 409 COUPON_INVALID with the reason, also without any saving; the cart keeps its coupon. 409
 * CART_INVALID without a cart, STALE_CART.
 */
export async function applyCoupon(db: Db, write: Write, code: string): Promise<AppliedCoupon> {
  const { channel } = write.scope
  let before: { code: string | null; total: number } | undefined
  const cart = await writeCart(db, write, async (tx, cartId) => {
    const { coupon, grand_total } = await readCartById(tx, channel, cartId)
    before = { code: coupon?.code ?? null, total: grand_total.amount }
    await setCode(tx, cartId, code.toUpperCase())
    const row = await readCartRow(tx, channel, cartId)
    if (row.lines.length === 0) throw emptyCart()
    const onCart = judgeCartCoupon(row)
    const refusal = row.coupon
      ? judgeOffer(row.coupon, row, channel).refusal
      : onCart && !onCart.applies && onCart.refusal
    if (refusal) throw couponInvalid(refusedMessage(code.toUpperCase(), refusal, channel))
  })
  const total = cart.grand_total.amount
  return { cart, message: appliedMessage(before ?? { code: null, total }, total, channel) }
}

/**
 * Removes the coupon from the cart, if there is one.
 * @throws 409 CART_INVALID without a cart, STALE_CART.
 */
export const removeCoupon = (db: Db, write: Write): Promise<Cart> =>
  writeCart(db, write, (tx, cartId) => setCode(tx, cartId, null))

async function setCode(tx: Tx, cartId: number, code: string | null) {
  await tx.updateTable('carts').set({ coupon_code: code }).where('id', '=', cartId).execute()
}
