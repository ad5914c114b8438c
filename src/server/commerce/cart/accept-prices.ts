import { sql } from 'kysely'
import type { Cart } from '#contract/cart.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type Write, writeCart } from './store/write-cart.ts'

/**
 * Sets the lines' prices to the current ones that the shopper has seen. Spec §7 (update-items-price).
 * @throws 409 STALE_CART.
 */
export const acceptPrices = (db: Db, write: Write): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    await sql`
      update cart_items i set unit_price = price.selling_price
      from cart_item_prices price
      where i.cart_id = ${cartId} and price.id = i.id and i.unit_price <> price.selling_price`.execute(tx)
  })
