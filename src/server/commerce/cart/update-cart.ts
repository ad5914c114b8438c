import { sql } from 'kysely'
import type { Cart } from '#contract/cart.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireQuantity } from './model/quantity-rules.ts'
import { productNotInCart } from './model/refusals.ts'
import { requireLine } from './store/find-line.ts'
import { type Write, writeCart } from './store/write-cart.ts'

export type CartChanges = {
  /** Empty clears it; undefined leaves it unchanged. */
  instruction?: string | null | undefined
  items?: readonly NewQuantity[] | undefined
}

type NewQuantity = { item_id: number; quantity: number }

/**
 * Sets the instruction and any number of quantities: all of it, or nothing. The final quantities are checked,
 * so that pieces can move from one line of a product to another. Spec §7, decisions §4 (cart/update).
 * @throws 422 for a duplicate line; 404 for an unknown one; 409 OUT_OF_STOCK, QUANTITY_LIMIT, STALE_CART.
 */
export async function updateCart(
  db: Db,
  write: Write,
  { instruction, items = [] }: CartChanges,
): Promise<Cart> {
  if (new Set(items.map(({ item_id }) => item_id)).size < items.length)
    throw invalid({ items: ['Each item may be named once'] })
  return writeCart(db, write, async (tx, cartId) => {
    if (instruction !== undefined)
      await tx
        .updateTable('carts')
        .set({ instruction: instruction || null })
        .where('id', '=', cartId)
        .execute()
    if (items.length === 0) return
    await setQuantities(tx, cartId, items)
    for (const { item_id, quantity } of items) {
      const line = await requireLine(tx, write.scope.channel, cartId, { item_id })
      requireQuantity(line, { line: quantity, total: quantity + line.elsewhere })
    }
  })
}

async function setQuantities(tx: Tx, cartId: number, items: readonly NewQuantity[]) {
  const { numAffectedRows } = await sql`
    update cart_items i set quantity = new.quantity
    from json_to_recordset(${json(items)}::json) as new (item_id bigint, quantity integer)
    where i.cart_id = ${cartId} and i.id = new.item_id`.execute(tx)
  if (Number(numAffectedRows) < items.length) throw productNotInCart()
}
