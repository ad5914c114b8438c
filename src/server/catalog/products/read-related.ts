import type { Product } from '#contract/catalog.ts'
import { createMemory } from '#server/platform/changes/remember.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { onSaleOfProduct } from './card-sql.ts'
import type { CatalogOptions } from './listing-scope.ts'
import { cardsFor } from './read-cards.ts'

const atMost = 8

const memory = createMemory({ max: 1_000 })

/** $1 channel, $2 variation. The chosen products; only when none of them is on sale, others of the category. */
const relatedIds = prepared<{ id: number }>(
  'related products',
  `with here as (
    select p.id, p.category_id from variations own join products p on p.id = own.product_id where own.id = $2
  ),
  chosen as (
    select p.id, r.position from here
    join related_products r on r.product_id = here.id and r.related_id <> here.id
    join products p on p.id = r.related_id and p.is_published and exists (select from ${onSaleOfProduct})
  )
  select id from (
    select id, position from chosen
    union all
    select p.id, p.position from here
    join products p on p.category_id = here.category_id and p.id <> here.id and p.is_published
      and exists (select from ${onSaleOfProduct})
    where not exists (select from chosen)
  ) related order by position, id limit ${atMost}`,
)

/** Up to eight products related to a variation's product: the chosen ones, else others of its category. */
export async function readRelated(db: Db, options: CatalogOptions, variationId: number): Promise<Product[]> {
  const { channel } = options
  // The selection depends on listings only; the cards have their own tags.
  const productIds = await memory.rememberForPages(
    options,
    `related ${channel.id} ${variationId}`,
    ['listing', 'storefront'],
    async () => (await relatedIds.all(db, channel.id, variationId)).map(({ id }) => id),
  )
  options.tag('listing', ...productIds.map((id) => `product:${id}`))
  return cardsFor(db, options, productIds)
}
