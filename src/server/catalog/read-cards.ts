import type { Product } from '#contract/catalogue.ts'
import { prepared } from '../db/prepared.ts'
import type { CallContext, Db, Tx } from '../http/context.ts'
import { createMemory } from '../http/remember.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { type CardRow, cardColumns, cardFrom } from './card-sql.ts'
import { toCard } from './to-card.ts'

type Asking = Pick<Channel, 'id' | 'currency'>

/** Those of which pages are made again and again. */
const kept = createMemory(2_000)

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
  return (await readPairs(cards, db, channel, productIds)).map(({ card }) => card)
}

/** A card with its product's id, for cache tags; the card's own is the variation's. */
type CardOfProduct = { productId: number; card: Product }

async function readPairs(
  statement: typeof cards,
  db: Db | Tx,
  channel: Asking,
  ids: readonly number[],
): Promise<CardOfProduct[]> {
  if (ids.length === 0) return []
  const rows = await statement.all(db, channel.id, ids)
  return rows.map((row) => ({ productId: row.product_id, card: toCard(row, channel) }))
}

/** The same for a call: a page for everyone is made of cards that are kept until something on them changes. */
export async function cardsFor(
  call: Pick<CallContext, 'db' | 'channel' | 'changes' | 'isForEveryone'>,
  productIds: readonly number[],
): Promise<Product[]> {
  const { db, channel } = call
  if (!call.isForEveryone) return readCards(db, channel, productIds)
  const found = await kept.rememberAll<Product>(
    call,
    (id) => `card ${channel.id} ${id}`,
    productIds,
    (id) => [`product:${id}`, ...ofAllCards],
    async (missing) => {
      const read = await readPairs(cards, db, channel, missing)
      return new Map(read.map(({ productId, card }) => [productId, card]))
    },
  )
  return found.filter((card) => card !== undefined)
}

/** A card carries names of brand, category and labels, and the shop's currency. */
const ofAllCards = ['listing', 'storefront', 'settings']

/** As `cardsFor`, of these very variations (the wire's product ids). `productId` is the product's, for cache tags. */
export async function variationCardsFor(
  call: Pick<CallContext, 'db' | 'channel' | 'changes' | 'isForEveryone'>,
  variationIds: readonly number[],
): Promise<CardOfProduct[]> {
  const { db, channel } = call
  if (!call.isForEveryone) return readVariationCards(db, channel, variationIds)
  const found = await kept.rememberAll<CardOfProduct>(
    call,
    (id) => `variation card ${channel.id} ${id}`,
    variationIds,
    // One that is not on sale now belongs to no product we know of; coming back it changes listings.
    (_, known) => [...(known ? [`product:${known.productId}`] : []), ...ofAllCards],
    async (missing) => {
      const read = await readVariationCards(db, channel, missing)
      return new Map(read.map((one) => [one.card.id, one]))
    },
  )
  return found.filter((card) => card !== undefined)
}

/**
 * Cards of these very variations (the wire's product ids), in their order; what is not on sale in the channel is left out.
 * `productId` is the product's, for cache tags.
 */
export const readVariationCards = (
  db: Db | Tx,
  channel: Asking,
  variationIds: readonly number[],
): Promise<CardOfProduct[]> => readPairs(variationCards, db, channel, variationIds)
