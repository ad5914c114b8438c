import { isDelivered } from '#contract/rules/product-kind.ts'
import { giftsOf, type Promotion } from '#contract/rules/promotions/promotion.ts'
import { variationName } from '#server/catalog/products/to-card.ts'
import { availableQuantity, stockOf } from '#server/catalog/stock/availability.ts'
import { piecesIn } from '#server/catalog/stock/locations.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { CartLineRow, CartRow, GiftLine } from '../model/cart-row.ts'
import { ownStock } from '../model/quantity-rules.ts'
import { lineSql } from './line-sql.ts'

/** Ids of lines with a gift, which no table has: above those of `cart_items`, within what the wire takes. */
const FIRST_GIFT_LINE = 2_000_000_000

/**
 * What each promotion with a gift would add to a cart: the gift that the shopper has chosen, else the first one that is there. Pieces that the
 * cart has as lines are not given, nor what has no delivery, needs an age or a customisation, nor what its pick-up does not have. A shop without
 * such promotions reads nothing. ADR 0034.
 */
export async function readGifts(
  db: Db | Tx,
  { id, lines }: Pick<CartRow, 'id' | 'lines'>,
  promotions: readonly Promotion[],
  { country_id }: Pick<Channel, 'country_id'>,
): Promise<GiftLine[]> {
  const wanted = promotions.flatMap((promotion, number) =>
    giftsOf(promotion).map((product_id, at) => ({
      ...{ id: FIRST_GIFT_LINE + number, key: promotion.key, product_id, at: number * 100 + at },
    })),
  )
  if (wanted.length === 0) return []
  const { offered = [] } = (await giftsOfCart.first(db, id, country_id, json(wanted))) ?? {}
  const taken = Map.groupBy(lines, ({ variation_id }) => variation_id)
  const used = new Map([...taken].map(([variation, own]) => [variation, sumOf(own)]))
  return [...Map.groupBy(offered, ({ key }) => key)].flatMap(([key, ofPromotion]) => {
    const there = ofPromotion.filter((line) => isThere(line, used.get(line.variation_id) ?? 0))
    const given = there.find(({ is_chosen }) => is_chosen) ?? there[0]
    if (!given) return []
    used.set(given.variation_id, (used.get(given.variation_id) ?? 0) + 1)
    const choices = there.map((line) => ({ product_id: line.variation_id, name: variationName(line) }))
    return [{ ...given, seen_price: given.selling_price, gift: { key, choices } }]
  })
}

const sumOf = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

type Offered = CartLineRow & {
  key: string
  is_chosen: boolean
  /** The pieces where the cart is picked up; null for a delivery. */
  at_pickup: number | null
}

function isThere({ at_pickup, ...line }: Offered, used: number): boolean {
  const stock = line.sold_ahead ? line.sold_ahead.ready : availableQuantity(stockOf(line))
  return (
    line.is_buyable &&
    isDelivered(line) &&
    line.min_age === null &&
    !line.is_customisable &&
    Math.min(stock, at_pickup ?? stock) > used
  )
}

const pickupPieces = `(
    select case when v.tracks_stock then ${piecesIn()} end from shipping_methods m join stock_locations p on p.id = m.location_id
    where m.channel_id = c.channel_id and m.code = c.shipping_method and m.is_active
  )`

/** Of each product its default variation, another one where that is sold out. */
const chosenVariations = `(
    select g.id, g.key, g.at, one.id as variation_id, 1 as quantity, null::bigint as unit_price, null::jsonb as customisation, null::jsonb as staff_discount
    from json_to_recordset($3::json) g(id integer, key text, at integer, product_id integer)
    cross join lateral (
      select v.id from variations v where v.product_id = g.product_id and v.is_published
      order by v.tracks_stock and ${ownStock('c.unpaid_order_id')} <= 0, v.is_default desc, v.id limit 1
    ) one
  )`

const giftsOfCart = prepared<{ offered: Offered[] }>(
  'gifts of cart',
  `select coalesce(json_agg(line order by line.at), '[]') as offered
  from carts c cross join lateral (
    ${lineSql({
      from: chosenVariations,
      prices: 'shown_prices price on price.variation_id = v.id and price.channel_id = c.channel_id',
      country: '$2',
      more: `i.key, i.at, ${pickupPieces} as at_pickup, (c.gift_choices ->> i.key)::integer is not distinct from v.id as is_chosen`,
    })}
  ) line
  where c.id = $1::bigint`,
)
