import { sql } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'
import { freeOfCharge, freeVariations } from './refusals.ts'

/** SQL: a price of 0 of a published variation `v`. */
const isFree = sql`v.is_published and exists (select from prices r where r.variation_id = v.id and r.selling_price = 0)`

/** SQL: one of the prices of `products` is 0, without a confirmation that the product is free of charge. */
export const isUnconfirmedFree = sql<boolean>`(not products.is_free
  and exists (select from variations v where v.product_id = products.id and ${isFree}))`

/** Variations with a price of 0 of products without a confirmation that they are free of charge. */
export async function readUnconfirmedFree(
  tx: Tx,
  ids: readonly number[],
): Promise<{ product_id: number; position: number }[]> {
  const { rows } = await sql<{ product_id: number; position: number }>`
    select v.product_id, v.position from products p join variations v on v.product_id = p.id and ${isFree}
    where p.id = any(${sql.val(ids)}::integer[]) and not p.is_free
    order by v.product_id, v.position`.execute(tx)
  return rows
}

/** @throws 409 FREE_OF_CHARGE for a product that would be given away without a confirmation. */
export async function requirePriced(tx: Tx, id: number): Promise<void> {
  if ((await readUnconfirmedFree(tx, [id])).length > 0) throw freeOfCharge()
}

/** Checks a saved product that shoppers see, now or later. @throws 422 at the prices. */
export async function requirePricedValues(
  tx: Tx,
  id: number,
  values: { is_published: boolean; publish_at: string | null },
): Promise<void> {
  if (!values.is_published && values.publish_at === null) return
  // The place in the form, which is stored; the SKU may have been made while saving.
  const places = (await readUnconfirmedFree(tx, [id])).map(({ position }) => position)
  if (places.length > 0) throw freeVariations(places)
}
