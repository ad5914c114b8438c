import type { Cart } from '#contract/cart.ts'
import { readCartById, readCartRow } from '../cart/read-cart.ts'
import { type Write, writeCart } from '../cart/write-cart.ts'
import type { Db, Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { appliedWords, refusedWords } from './coupon-words.ts'
import { judgeOffer } from './judge-offer.ts'

/** `words`: what was done, and what it cost where the coupon before it, or none, was the better one. */
export type AppliedCoupon = { cart: Cart; words: string }

/**
 * Puts a coupon on the cart, in place of any other; how the code is written does not matter. Decisions §3 (Coupon), §4.
 * @throws 409 COUPON_INVALID with the reason, also when there is nothing to take off; the cart keeps the coupon it had. 409
 *   CART_INVALID without a cart, STALE_CART.
 */
export async function applyCoupon(db: Db, write: Write, code: string): Promise<AppliedCoupon> {
  const { channel } = write.scope
  let before: { code: string | null; total: number } | undefined
  const cart = await writeCart(db, write, async (tx, cartId) => {
    const { coupon, grand_total } = await readCartById(tx, channel, cartId)
    before = { code: coupon?.code ?? null, total: grand_total.amount }
    await setCode(tx, cartId, code.toUpperCase())
    const row = await readCartRow(tx, channel, cartId)
    if (row.lines.length === 0) throw rejected('CART_INVALID', 'Your cart is empty')
    const refusal = row.coupon
      ? judgeOffer(row.coupon, row, channel).refusal
      : ({ because: 'unknown' } as const)
    if (refusal) throw rejected('COUPON_INVALID', refusedWords(code.toUpperCase(), refusal, channel))
  })
  const total = cart.grand_total.amount
  return { cart, words: appliedWords(before ?? { code: null, total }, total, channel) }
}

/** Takes the coupon off the cart, if there is one. @throws 409 CART_INVALID without a cart, STALE_CART. */
export const removeCoupon = (db: Db, write: Write): Promise<Cart> =>
  writeCart(db, write, (tx, cartId) => setCode(tx, cartId, null))

async function setCode(tx: Tx, cartId: number, code: string | null) {
  await tx.updateTable('carts').set({ coupon_code: code }).where('id', '=', cartId).execute()
}
