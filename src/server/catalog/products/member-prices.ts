import type { Combination, Product, ProductFull } from '#contract/catalog.ts'
import { money } from '#contract/money.ts'
import { type PriceTier, tiersBelow } from '#contract/rules/price-lists.ts'
import { unitPrice } from '#contract/rules/unit-price.ts'
import { remember } from '#server/platform/changes/remember.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'

/** Noted by writes of lists for a group. Their prices are on no page for everyone: those stay. */
export const groupPricesTag = 'group-prices'

/** Where customers may see other prices than everyone. */
export type GroupPrices = {
  /** Channels with a list for a group that is not over. */
  channels: ReadonlySet<number>
  /** Whether a customer is in a group with such a list. */
  isMember: (customerId: number, channelId: number) => Promise<boolean>
}

export async function readGroupPrices(db: Db | Tx): Promise<GroupPrices> {
  const rows = await channelsOfLists.all(db)
  return {
    channels: new Set(rows.map(({ channel_id }) => channel_id)),
    isMember: async (customerId, channelId) =>
      (await listOfMember.first(db, channelId, customerId)) !== undefined,
  }
}

const ofGroup = 'l.customer_group_id is not null and l.is_active and (l.ends_at is null or l.ends_at > now())'

const channelsOfLists = prepared<{ channel_id: number }>(
  'channels with group prices',
  `select distinct l.channel_id from price_lists l where ${ofGroup}`,
)

const listOfMember = prepared<{ id: number }>(
  'price list of member',
  `select l.id from customer_group_members m join price_lists l on l.customer_group_id = m.group_id
  where m.customer_id = $2::bigint and l.channel_id = $1::integer and ${ofGroup} limit 1`,
)

/** The caller of a reply with prices; without a visitor it is for everyone. */
export type PriceReader = Pick<Services, 'changes'> & {
  channel: Pick<Channel, 'id' | 'currency' | 'locale'>
  visitor?: Pick<Visitor, 'customerId'>
  isForEveryone: boolean
}

/** What lists charge one customer for a variation by quantity, also those for everyone. */
type OwnPrices = ReadonlyMap<number, readonly PriceTier[]>

/** Undefined for a caller without prices of their own. Where no list is for a group, nothing is read. */
export async function readOwnPrices(
  db: Db | Tx,
  { changes, channel, visitor, isForEveryone }: PriceReader,
  variationIds: readonly number[],
): Promise<OwnPrices | undefined> {
  const customerId = visitor?.customerId ?? null
  if (isForEveryone || customerId === null || variationIds.length === 0) return undefined
  const { channels } = await remember({ changes }, 'group prices', [groupPricesTag], () =>
    readGroupPrices(db),
  )
  return channels.has(channel.id) ? ownPricesOf(db, channel.id, customerId, variationIds) : undefined
}

async function ownPricesOf(db: Db | Tx, channelId: number, customerId: number, ids: readonly number[]) {
  const rows = await pricesOfMember.all(db, channelId, customerId, [...ids])
  return Map.groupBy(rows, ({ variation_id }) => variation_id)
}

const pricesOfMember = prepared<PriceTier & { variation_id: number }>(
  'prices of member',
  `select i.variation_id, i.min_quantity, i.price from price_list_items i join price_lists l on l.id = i.price_list_id
  where i.variation_id = any($3::integer[]) and l.channel_id = $1::integer and l.is_active
    and (l.customer_group_id is null or l.customer_group_id = any(groups_of($2::bigint)))
    and l.starts_at <= now() and (l.ends_at is null or l.ends_at > now())`,
)

/** Cards with the caller's own prices. */
export async function withOwnPrices<Card extends Product>(
  db: Db | Tx,
  reader: PriceReader,
  cards: readonly Card[],
): Promise<Card[]> {
  const own = await readOwnPrices(
    db,
    reader,
    cards.map(({ id }) => id),
  )
  return own ? cards.map((card) => cardWith(card, own, reader.channel)) : [...cards]
}

/** A product's page with the caller's own prices and tiers. */
export async function withOwnPricesOfProduct(
  db: Db | Tx,
  reader: PriceReader,
  product: ProductFull,
): Promise<ProductFull> {
  const { combinations } = product.variations
  const own = await readOwnPrices(db, reader, [
    product.id,
    ...combinations.map(({ product_id }) => product_id),
  ])
  if (!own) return product
  return {
    ...cardWith(product, own, reader.channel),
    variations: {
      ...product.variations,
      combinations: combinations.map((one) =>
        combinationWith(one, own, product.max_quantity, reader.channel),
      ),
    },
  }
}

type Priced = Pick<Combination, 'selling_price' | 'mrp' | 'price_per_unit'>

/** A price of a group is no reduction of its own: `mrp` is what is struck through for everyone, else the price itself. */
function priced(
  { selling_price, mrp, price_per_unit }: Priced,
  prices: readonly PriceTier[],
  channel: PriceReader['channel'],
) {
  const amount = Math.min(
    selling_price.amount,
    ...prices.flatMap(({ min_quantity, price }) => (min_quantity <= 1 ? price : [])),
  )
  const perUnit = price_per_unit && unitPrice({ price: amount, content: price_per_unit.content }, channel)
  const price = money(amount, channel.currency)
  return {
    selling_price: price,
    mrp: mrp.amount > selling_price.amount ? mrp : price,
    ...(perUnit && { price_per_unit: perUnit }),
  }
}

function cardWith<Card extends Product>(card: Card, own: OwnPrices, channel: PriceReader['channel']): Card {
  const { price_per_unit, ...prices } = priced(
    { ...card.channel, price_per_unit: card.price_per_unit },
    own.get(card.id) ?? [],
    channel,
  )
  const { amount } = prices.selling_price
  const note = card.note?.replace(card.price_per_unit?.text ?? '', price_per_unit?.text ?? '')
  return {
    ...card,
    channel: {
      ...card.channel,
      ...prices,
      discount_percent: Math.floor(((prices.mrp.amount - amount) * 100) / prices.mrp.amount) || 0,
    },
    ...(price_per_unit && { price_per_unit }),
    ...(note && { note }),
  }
}

function combinationWith(
  { price_tiers: _tiers, price_until: _until, ...combination }: Combination,
  own: OwnPrices,
  mostPieces: number,
  channel: PriceReader['channel'],
): Combination {
  const listed = own.get(combination.product_id) ?? []
  const prices = priced(combination, listed, channel)
  const further = listed.filter(({ min_quantity }) => min_quantity > 1)
  return {
    ...combination,
    ...prices,
    ...shownTiers(prices.selling_price.amount, further, mostPieces, channel),
  }
}

/** `price_tiers` on the wire; nothing where no quantity has a lower price. */
export function shownTiers(
  own: number,
  prices: readonly PriceTier[],
  mostPieces: number,
  { currency }: Pick<Channel, 'currency'>,
): Pick<Combination, 'price_tiers'> {
  const lower = tiersBelow(own, prices, mostPieces)
  if (lower.length === 0) return {}
  return {
    price_tiers: lower.map(({ min_quantity, price }) => ({ min_quantity, price: money(price, currency) })),
  }
}
