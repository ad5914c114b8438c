import type { Cart } from '#contract/cart.ts'
import { readCartRow } from '../cart/read-cart.ts'
import { type Write, writeCart } from '../cart/write-cart.ts'
import type { Db, Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { refusedWords } from './coupon-words.ts'
import { judgeCartCoupon } from './judge-cart.ts'

/**
 * Puts a coupon on the cart, in place of any other; how the code is written does not matter. Decisions §3 (Coupon), §4.
 * @throws 409 COUPON_INVALID with the reason; the cart keeps the coupon it had. 409 CART_INVALID without a cart, STALE_CART.
 */
export const applyCoupon = (db: Db, write: Write, code: string): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const { channel } = write.scope
    await setCode(tx, cartId, code.toUpperCase())
    const row = await readCartRow(tx, channel, cartId)
    if (row.lines.length === 0) throw rejected('CART_INVALID', 'Your cart is empty')
    const onCart = judgeCartCoupon(row)
    if (onCart && !onCart.applies)
      throw rejected('COUPON_INVALID', refusedWords(onCart.code, onCart.refusal, channel))
  })

/** Takes the coupon off the cart, if there is one. @throws 409 CART_INVALID without a cart, STALE_CART. */
export const removeCoupon = (db: Db, write: Write): Promise<Cart> =>
  writeCart(db, write, (tx, cartId) => setCode(tx, cartId, null))

async function setCode(tx: Tx, cartId: number, code: string | null) {
  await tx.updateTable('carts').set({ coupon_code: code }).where('id', '=', cartId).execute()
}
