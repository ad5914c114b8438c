import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { productNotAvailable, wishlistFull } from './refusals.server.ts'

/** Products on one wishlist. */
export const MAX_ITEMS = 200

/**
 * Saves a variation with its current price; a saved one keeps its first price. Decisions §4 (wishlist/add).
 * @throws 404 for a product that is not sold here, 409 WISHLIST_FULL
 */
export const addToWishlist = (
  db: Db,
  channel: Channel,
  customerId: number,
  variationId: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // The lock serialises simultaneous adds, so that the limit holds.
    await lockCustomer.all(tx, customerId)
    const added = await insertWishlistItem.first(tx, customerId, variationId, channel.id, channel.currency)
    if (!added) throw productNotAvailable()
    if (added.count > MAX_ITEMS) throw wishlistFull(MAX_ITEMS)
  })

const lockCustomer = prepared(
  'lock customer',
  'select from customers where id = $1::bigint for no key update',
)

/** `count`: the list's size including this item; 0 when it was already saved. */
const insertWishlistItem = prepared<{ count: number }>(
  'insert wishlist item',
  `with wanted as (
    select v.id, price.selling_price
    from variations v
    join products p on p.id = v.product_id and p.is_published
    join shown_prices price on price.variation_id = v.id and price.channel_id = $3::integer
    where v.id = $2::integer and v.is_published
  ),
  added as (
    insert into wishlist_items (customer_id, variation_id, price_at_add, currency)
    select $1::bigint, id, selling_price, $4 from wanted
    on conflict (customer_id, variation_id) do nothing
    returning id
  )
  select (select count(*) from wishlist_items where customer_id = $1::bigint)::int
    * (select count(*) from added)::int + (select count(*) from added)::int as count
  from wanted`,
)
