import { sql } from 'kysely'
import { money } from '#contract/money.ts'
import type { WishlistItem } from '#contract/wishlist.ts'
import { readVariationCards } from '../catalog/read-cards.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../http/context.ts'
import type { Channel } from '../storefront/read-channel.ts'

/**
 * What the customer has saved, the newest first. What the channel no longer sells is left out, and comes back when it is sold
 * again. Decisions §4 (wishlist/get).
 */
export async function readWishlist(
  db: Db | Tx,
  channel: Channel,
  customerId: number,
): Promise<WishlistItem[]> {
  const rows = await saved.all(db, customerId)
  const cards = await readVariationCards(
    db,
    channel,
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

/** SQL: how many of them there are in any channel. */
export const countWishes = (customerId: number) => sql<number>`(
  select count(*)::int from wishlist_items w
  join variations v on v.id = w.variation_id and v.is_published
  join products p on p.id = v.product_id and p.is_published
  where w.customer_id = ${customerId})`

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
