import { sql } from 'kysely'
import { money } from '#contract/money.ts'
import { type CardOptions, variationCardsFor } from '#server/catalog/products/read-cards.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { WishlistItem } from './contract.ts'

/**
 * The customer's saved products, newest first. Products the channel does not sell are left out until it sells
 * them again. Decisions §4 (wishlist/get).
 */
export async function readWishlist(
  db: Db | Tx,
  reader: CardOptions,
  customerId: number,
): Promise<WishlistItem[]> {
  const rows = await saved.all(db, customerId)
  const cards = await variationCardsFor(
    db,
    reader,
    rows.map((row) => row.variation_id),
  )
  const products = new Map(cards.map(({ card }) => [card.id, card]))
  return rows.flatMap(({ id, variation_id, price_at_add, currency, added_at, options }) => {
    const product = products.get(variation_id)
    if (!product) return []
    return [
      {
        id,
        product,
        options,
        price_at_add: money(price_at_add, currency),
        added_at: added_at.toISOString(),
      },
    ]
  })
}

/** The number of saved, published products in any channel. */
export async function countWishlist(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wishlist_items w
    join variations v on v.id = w.variation_id and v.is_published
    join products p on p.id = v.product_id and p.is_published
    where w.customer_id = ${customerId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** For the data export; includes products that are not on sale at the moment. */
export async function readSavedProducts(db: Db, customerId: number) {
  const { rows } = await sql<{
    sku: string
    name: string
    price_at_add: number
    currency: string
    added_at: Date
  }>`
    select v.sku, p.name, w.price_at_add, w.currency, w.added_at
    from wishlist_items w join variations v on v.id = w.variation_id join products p on p.id = v.product_id
    where w.customer_id = ${customerId} order by w.id desc`.execute(db)
  return rows.map(({ price_at_add, currency, added_at, ...product }) => ({
    ...product,
    price_at_add: { amount: price_at_add, currency },
    added_at: added_at.toISOString(),
  }))
}

type SavedRow = {
  id: number
  variation_id: number
  price_at_add: number
  currency: string
  added_at: Date
  options: { label: string; value: string }[]
}

const saved = prepared<SavedRow>(
  'wishlist of customer',
  `select w.id, w.variation_id, w.price_at_add, w.currency, w.added_at,
    coalesce((
      select json_agg(json_build_object('label', a.label, 'value', av.label) order by a.position, a.id)
      from variation_options o
      join attributes a on a.id = o.attribute_id
      join attribute_values av on av.id = o.value_id
      where o.variation_id = w.variation_id
    ), '[]') as options
  from wishlist_items w
  where w.customer_id = $1::bigint
  order by w.id desc`,
)
