import type { Cart } from '#contract/cart.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { requireQuantity } from './model/quantity-rules.ts'
import { type LineRef, requireLine } from './store/find-line.ts'
import { type Write, writeCart } from './store/write-cart.ts'

/**
 * Sets the quantity of a line. Spec §7 Cart.
 * @throws 404 and 422 as `requireLine`; 409 OUT_OF_STOCK, QUANTITY_LIMIT, STALE_CART. The cart is left unchanged.
 */
export const updateQuantity = (db: Db, write: Write, ref: LineRef, quantity: number): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const line = await requireLine(tx, write.scope.channel, cartId, ref)
    requireQuantity(line, { line: quantity, total: quantity + line.elsewhere })
    await tx.updateTable('cart_items').set({ quantity }).where('id', '=', line.id).execute()
  })

/**
 * Removes a line from the cart. Spec §7 Cart.
 * @throws 404 and 422 as `requireLine`; 409 STALE_CART. The cart is left unchanged.
 */
export const removeItem = (db: Db, write: Write, ref: LineRef): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const line = await requireLine(tx, write.scope.channel, cartId, ref)
    await tx.deleteFrom('cart_items').where('id', '=', line.id).execute()
  })
