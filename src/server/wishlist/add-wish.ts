import { limits } from '#contract/limits.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'
import { notFound, rejected } from '../http/errors.ts'
import type { Channel } from '../storefront/read-channel.ts'

/**
 * Saves a variation with the price it has now; one that is saved already stays as it was. Decisions §4 (wishlist/add).
 * @throws 404 for a product that is not sold here, 409 WISHLIST_FULL
 */
export const addWish = (db: Db, channel: Channel, customerId: number, variationId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // simultaneous adds wait for each other, so that the count holds
    await lockCustomer.all(tx, customerId)
    const added = await insertWish.first(tx, customerId, variationId, channel.id, channel.currency)
    if (!added) throw notFound('This product is not available')
    if (added.count > limits.maxWishlistItems)
      throw rejected(
        'WISHLIST_FULL',
        `Your wishlist is full: it holds ${limits.maxWishlistItems} products. Remove one you no longer want.`,
      )
  })

const lockCustomer = prepared(
  'lock customer',
  'select from customers where id = $1::bigint for no key update',
)

/** `count`: with this one, when it is new. */
const insertWish = prepared<{ count: number }>(
  'insert wish',
  `with wanted as (
    select v.id, price.selling_price
    from variations v
    join products p on p.id = v.product_id and p.is_published
    join prices price on price.variation_id = v.id and price.channel_id = $3::integer
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
