import type { Product } from '#contract/catalog.ts'
import { createMemory, type PageMemory } from '#server/platform/changes/remember.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { asRow, showProductFields } from '#server/shop/custom-fields/show-values.ts'
import { type CardRow, cardColumns, cardFrom } from './card-sql.ts'
import { type PriceReader, withOwnPrices } from './member-prices.ts'
import { toCard } from './to-card.ts'

type Asking = Pick<Channel, 'id' | 'currency' | 'locale'>

/** The most recently used cards. */
const memory = createMemory({ max: 2_000 })

const cards = prepared<CardRow>(
  'product cards',
  `select ${cardColumns} from ${cardFrom(
    'unnest($2::int[]) with ordinality as requested(product_id, at)',
    'family.leading_id',
  )} order by requested.at`,
)

const variationCards = prepared<CardRow>(
  'variation cards',
  `select ${cardColumns} from ${cardFrom(
    `(select of_id.product_id, of_id.id as variation_id, ids.at
      from unnest($2::int[]) with ordinality as ids(id, at) join variations of_id on of_id.id = ids.id) requested`,
    'requested.variation_id',
  )} order by requested.at`,
)

/**
 * Cards of products, each by its leading variation, in the order of `productIds` (ids of products). Products that are
 * not on sale in the channel are left out. Decisions §2 ($Product).
 */
export async function readCards(
  db: Db | Tx,
  channel: Asking,
  productIds: readonly number[],
): Promise<Product[]> {
  return (await readPairs(cards, db, channel, productIds)).map(({ card }) => card)
}

/** A card with its product's id, for cache tags; the card's own id is the variation's. */
type CardOfProduct = { productId: number; card: Product }

async function readPairs(
  statement: typeof cards,
  db: Db | Tx,
  channel: Asking,
  ids: readonly number[],
): Promise<CardOfProduct[]> {
  if (ids.length === 0) return []
  const rows = await statement.all(db, channel.id, ids)
  const shown = await showProductFields(
    db,
    rows.map(({ card_custom }) => card_custom),
    { places: ['card'], locale: channel.locale },
  )
  return rows.map((row, at) => {
    const card = toCard(row, channel)
    const fields = (shown[at]?.fields ?? []).map(asRow).map(({ label, value }) => `${label}: ${value}`)
    const note = [card.price_per_unit?.text ?? [], fields].flat().join(' · ')
    return { productId: row.product_id, card: { ...card, ...(note && { note }) } }
  })
}

export type CardOptions = PageMemory & PriceReader

/** The same for a reply: a page for everyone uses cached cards until something on them changes, a customer has their own prices. */
export async function cardsFor(
  db: Db,
  options: CardOptions,
  productIds: readonly number[],
): Promise<Product[]> {
  const { channel } = options
  if (!options.isForEveryone) return withOwnPrices(db, options, await readCards(db, channel, productIds))
  const found = await memory.rememberAll<Product>(
    options,
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

/** A card contains names of brand, category and labels, and the shop's currency. */
const ofAllCards = ['listing', 'storefront', 'settings']

/** As `cardsFor`, for specific variations (the wire's product ids). `productId` is the product's, for cache tags. */
export async function variationCardsFor(
  db: Db,
  options: CardOptions,
  variationIds: readonly number[],
): Promise<CardOfProduct[]> {
  const { channel } = options
  if (!options.isForEveryone) {
    const read = await readVariationCards(db, channel, variationIds)
    const priced = await withOwnPrices(
      db,
      options,
      read.map(({ card }) => card),
    )
    return read.flatMap(({ productId }, at) => (priced[at] ? { productId, card: priced[at] } : []))
  }
  const found = await memory.rememberAll<CardOfProduct>(
    options,
    (id) => `variation card ${channel.id} ${id}`,
    variationIds,
    // A variation that is not on sale has no known product; when it returns, listings change.
    (_, known) => [...(known ? [`product:${known.productId}`] : []), ...ofAllCards],
    async (missing) => {
      const read = await readVariationCards(db, channel, missing)
      return new Map(read.map((one) => [one.card.id, one]))
    },
  )
  return found.filter((card) => card !== undefined)
}

/**
 * Cards of specific variations (the wire's product ids), in their order; those not on sale in the channel are left
 * out. `productId` is the product's, for cache tags.
 */
export const readVariationCards = (
  db: Db | Tx,
  channel: Asking,
  variationIds: readonly number[],
): Promise<CardOfProduct[]> => readPairs(variationCards, db, channel, variationIds)
