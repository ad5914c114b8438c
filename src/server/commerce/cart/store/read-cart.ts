import type { Cart } from '#contract/cart.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { piecesIn } from '#server/catalog/stock/locations.ts'
import { couponOfCart } from '#server/commerce/coupons/model/coupon-sql.ts'
import { factsOfCart, type PromotionFacts } from '#server/commerce/promotions/promotion-sql.ts'
import { readOffers } from '#server/commerce/promotions/read-offers.ts'
import { valuesOfCart } from '#server/commerce/stored-value/cart-value.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { asRow, showProductFields } from '#server/shop/custom-fields/show-values.ts'
import type { CartRow } from '../model/cart-row.ts'
import { type CartScope, isOpen, ownerValues, ownFirst, ownsCart } from '../model/cart-scope.ts'
import { areaJson, isAreaOf, isRateFor, rateJson } from '../model/location-sql.ts'
import { readCustomLines, type StoredCustomLine } from './custom-lines.ts'
import { lineSql } from './line-sql.ts'
import { readGifts } from './read-gifts.ts'
import { emptyCart, toCart } from './to-cart.ts'

/**
 * The visitor's cart, in one statement. An unknown or expired one is the empty cart, and nothing is written.
 * Decisions §1.8 and §2.
 */
export async function readCart(db: Db | Tx, scope: CartScope): Promise<Cart> {
  const row = await findCartRow(db, scope)
  return row ? toCart(row, scope.channel) : emptyCart(scope.channel)
}

/** The same with the fields that are not on the wire; undefined when there is none. */
export async function findCartRow(db: Db | Tx, scope: CartScope): Promise<CartRow | undefined> {
  const { channel, owner } = scope
  if (owner.customerId === null && owner.sessionId === null) return undefined
  const row = await cartOfOwner.first(db, ...ownerValues(scope), ...ofChannel(channel))
  return row && completed(db, row, channel)
}

/** A cart by its id, in any state: for the transaction that has locked it. */
export const readCartById = async (tx: Tx, channel: Channel, id: number): Promise<Cart> =>
  toCart(await readCartRow(tx, channel, id), channel)

/** The same with the fields that are not on the wire. */
export async function readCartRow(tx: Tx, channel: Channel, id: number): Promise<CartRow> {
  const row = await cartById.first(tx, ...ofChannel(channel), id)
  if (!row) throw new Error(`Cart ${id} is gone`)
  return completed(tx, row, channel)
}

async function completed(db: Db | Tx, row: StoredCart, channel: Channel): Promise<CartRow> {
  const { custom_lines, promotion_facts, ...stored } = row
  const custom = custom_lines ? await readCustomLines(db, { ...row, custom_lines }, channel) : []
  const whole = { ...stored, offers: null, gifts: [], lines: [...row.lines, ...custom] }
  const shown = await withFields(db, whole, channel)
  const offers = await readOffers(db, row, channel)
  return { ...shown, offers, gifts: offers ? await readGifts(db, shown, offers.promotions, channel) : [] }
}

/** Each line with its custom fields that the cart shows, if it has any. */
async function withFields(db: Db | Tx, row: CartRow, { locale }: Channel): Promise<CartRow> {
  if (row.lines.every(({ custom }) => custom === null)) return row
  const shown = await showProductFields(
    db,
    row.lines.map(({ custom }) => custom),
    { places: ['cart'], locale },
  )
  const lines = row.lines.map((line, at) => {
    const fields = (shown[at]?.fields ?? []).map(asRow)
    return { ...line, ...(fields.length > 0 && { fields }) }
  })
  return { ...row, lines }
}

type StoredCart = Omit<CartRow, 'offers' | 'gifts'> & {
  custom_lines: StoredCustomLine[] | null
  offers_version: string | null
  promotion_facts: PromotionFacts | null
}

/** Values of the parameters that say what the channel is like. */
const ofChannel = ({ country_id, locale }: Channel) => [country_id, timeZoneOf(locale)]

/** Location of the shipping address. */
const location = { country: 'a.country_id', state: 'a.state_id', postcode: 'a.postcode' }

/** SQL: the rates of method m for the shipping address of cart c. */
const ratesOfMethod = `coalesce((
  select json_agg(${rateJson})
  from shipping_rates r
  join cart_addresses a on a.cart_id = c.id and a.address_type = 'Shipping'
  where r.shipping_method_id = m.id and ${isRateFor(location)}
), '[]')`

/** SQL: the pick-up of method m for cart c, with the pieces that its unpaid order holds there; null for a delivery. */
const pickupOfMethod = `case when m.location_id is not null then (
  select json_build_object('name', p.name, 'address', p.address, 'opening_hours', p.opening_hours, 'has_all', p.sells and not exists (
    select from cart_items i join variations v on v.id = i.variation_id
    where i.cart_id = c.id and v.tracks_stock
    group by v.id having sum(i.quantity) > ${piecesIn()} + coalesce((
      select sum(coalesce(at.quantity, h.quantity)) from stock_holds h
      left join lateral jsonb_to_recordset(h.levels) as at(location_id integer, quantity integer) on true
      where h.order_id = c.unpaid_order_id and h.variation_id = v.id and (at.location_id = p.id or at.location_id is null and p.is_main)), 0)
  )) from stock_locations p where p.id = m.location_id) end`

/** Parameters with the id of the channel's country and its time zone. */
const select = ($country: string, $timeZone: string) => `
  select c.id, c.session_id, c.version, c.customer_id, c.phone, c.email, c.is_billing_same,
    c.shipping_method, c.payment_method, c.instruction, c.expires_at, c.updated_at, c.coupon_code, c.staff_discount, c.has_free_delivery, c.custom_lines,
    (select version from promotion_versions v where v.channel_id = c.channel_id) as offers_version,
    ${factsOfCart({ $country, $timeZone })} as promotion_facts,
    (
      select ${couponOfCart} from coupons k where k.channel_id = c.channel_id and k.code = c.coupon_code
    ) as coupon,
    coalesce((
      select json_agg(line order by line.id) from (
        ${lineSql({ from: 'cart_items', prices: 'cart_item_prices price on price.id = i.id', country: $country })}
        where i.cart_id = c.id
      ) line
    ), '[]') as lines,
    coalesce((
      select json_agg(address) from (
        select a.*, country.name as country_name, country.mobile_code
        from cart_addresses a join countries country on country.id = a.country_id
        where a.cart_id = c.id
      ) address
    ), '[]') as addresses,
    (
      select ${areaJson}
      from cart_addresses a
      join pincodes area on ${isAreaOf(location)}
      where a.cart_id = c.id and a.address_type = 'Shipping'
      order by length(area.prefix) desc
      limit 1
    ) as area,
    exists (select from pincodes) as has_areas,
    coalesce((
      select json_agg(m order by m.sort_order, m.id) from (
        select m.*, exists (select from shipping_rates r where r.shipping_method_id = m.id) as has_rates,
          ${ratesOfMethod} as rates, ${pickupOfMethod} as pickup
        from shipping_methods m where m.channel_id = c.channel_id and m.is_active
      ) m
    ), '[]') as shipping_methods,
    coalesce((
      select json_agg(m order by m.sort_order, m.id) from payment_methods m
      where m.channel_id = c.channel_id and m.is_active
    ), '[]') as payment_methods,
    ${valuesOfCart} as values
  from carts c`

const cartOfOwner = prepared<StoredCart>(
  'cart of owner',
  `${select('$4', '$5')} where ${isOpen} and ${ownsCart} ${ownFirst}`,
)

const cartById = prepared<StoredCart>('cart by id', `${select('$1', '$2')} where c.id = $3`)
