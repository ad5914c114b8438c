import type { Product } from '#contract/catalogue.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../http/context.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { type CardRow, cardColumns, cardFrom } from './card-sql.ts'
import { toCard } from './to-card.ts'

type Asking = Pick<Channel, 'id' | 'currency'>

const cards = prepared<CardRow>(
  'product cards',
  `select ${cardColumns} from ${cardFrom(
    'unnest($2::int[]) with ordinality as asked(product_id, at)',
    'family.leading_id',
  )} order by asked.at`,
)

const variationCards = prepared<CardRow>(
  'variation cards',
  `select ${cardColumns} from ${cardFrom(
    `(select of_id.product_id, of_id.id as variation_id, ids.at
      from unnest($2::int[]) with ordinality as ids(id, at) join variations of_id on of_id.id = ids.id) asked`,
    'asked.variation_id',
  )} order by asked.at`,
)

/**
 * Cards of products, each by its leading variation, in the order of `productIds` (ids of products).
 * Products that are not on sale in the channel are left out. Decisions §2 ($Product).
 */
export async function readCards(
  db: Db | Tx,
  channel: Asking,
  productIds: readonly number[],
): Promise<Product[]> {
  if (productIds.length === 0) return []
  const rows = await cards.all(db, channel.id, productIds)
  return rows.map((row) => toCard(row, channel))
}

/**
 * Cards of these very variations (the wire's product ids), in their order; what is not on sale in the channel is left out.
 * `productId` is the product's, for cache tags.
 */
export async function readVariationCards(
  db: Db | Tx,
  channel: Asking,
  variationIds: readonly number[],
): Promise<{ productId: number; card: Product }[]> {
  if (variationIds.length === 0) return []
  const rows = await variationCards.all(db, channel.id, variationIds)
  return rows.map((row) => ({ productId: row.product_id, card: toCard(row, channel) }))
}
