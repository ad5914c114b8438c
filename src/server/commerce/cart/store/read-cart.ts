import type { Cart } from '#contract/cart.ts'
import { piecesIn } from '#server/catalog/stock/locations.ts'
import { soldAhead } from '#server/catalog/stock/sold-ahead.ts'
import { couponOfCart } from '#server/commerce/coupons/model/coupon-sql.ts'
import { readOffers } from '#server/commerce/promotions/read-offers.ts'
import { valuesOfCart } from '#server/commerce/stored-value/cart-value.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { asRow, productCustom, showProductFields } from '#server/shop/custom-fields/show-values.ts'
import type { CartRow } from '../model/cart-row.ts'
import { type CartScope, isOpen, ownerValues, ownFirst, ownsCart } from '../model/cart-scope.ts'
import { areaJson, isAreaOf, isRateFor, rateJson } from '../model/location-sql.ts'
import { checkedAge, ownStock } from '../model/quantity-rules.ts'
import { readCustomLines, type StoredCustomLine } from './custom-lines.ts'
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
  const row = await cartOfOwner.first(db, ...ownerValues(scope), channel.country_id)
  return row && completed(db, row, channel)
}

/** A cart by its id, in any state: for the transaction that has locked it. */
export const readCartById = async (tx: Tx, channel: Channel, id: number): Promise<Cart> =>
  toCart(await readCartRow(tx, channel, id), channel)

/** The same with the fields that are not on the wire. */
export async function readCartRow(tx: Tx, channel: Channel, id: number): Promise<CartRow> {
  const row = await cartById.first(tx, channel.country_id, id)
  if (!row) throw new Error(`Cart ${id} is gone`)
  return completed(tx, row, channel)
}

async function completed(db: Db | Tx, row: StoredCart, channel: Channel): Promise<CartRow> {
  const { custom_lines, lines } = row
  const custom = custom_lines ? await readCustomLines(db, { ...row, custom_lines }, channel) : []
  const shown = await withFields(db, { ...row, offers: null, lines: [...lines, ...custom] }, channel)
  return row.offers_version === null ? shown : { ...shown, offers: await readOffers(db, shown, channel) }
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

type StoredCart = Omit<CartRow, 'offers'> & { custom_lines: StoredCustomLine[] | null }

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

/** SQL: the country whose taxes apply to cart c, that of the delivery. ADR 0038. */
const taxCountry = ($country: string) => `coalesce(
          (select a.country_id from cart_addresses a where a.cart_id = c.id and a.address_type = 'Shipping'), ${$country})`

/** $country is the number of the parameter with the id of the channel's country. */
const select = ($country: string) => `
  select c.id, c.session_id, c.version, c.customer_id, c.phone, c.email, c.is_billing_same,
    c.shipping_method, c.payment_method, c.instruction, c.expires_at, c.updated_at, c.coupon_code, c.staff_discount, c.has_free_delivery, c.custom_lines,
    (select version from promotion_versions v where v.channel_id = c.channel_id) as offers_version,
    (
      select ${couponOfCart} from coupons k where k.channel_id = c.channel_id and k.code = c.coupon_code
    ) as coupon,
    coalesce((
      select json_agg(line order by line.id) from (
        select i.id, i.quantity, i.unit_price as seen_price, i.customisation, i.staff_discount,
          v.id as variation_id, v.sku, v.title, v.is_default, ${ownStock('c.unpaid_order_id')} as stock, v.tracks_stock,
          ${soldAhead(ownStock('c.unpaid_order_id'))} as sold_ahead,
          v.is_published and p.is_published and price.selling_price is not null as is_buyable,
          p.id as product_id, p.name, p.slug, p.min_quantity, p.max_quantity, p.quantity_step, p.display_unit, v.weight_g, v.content,
          p.return_days, p.withdrawal_exclusion, ${checkedAge} as min_age, p.hsn_code, p.customisation is not null as is_customisable, p.customisation as offered_customisation, p.rating_average, p.rating_count,
          p.meta_title, p.meta_description, p.short_description,
          coalesce(price.selling_price, i.unit_price) as selling_price, coalesce(price.mrp, i.unit_price) as mrp,
          coalesce(tax.rate_bp, 0) as tax_rate,
          case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) end as brand,
          case when k.id is not null then json_build_object('id', k.id, 'name', k.name, 'slug', k.path) end as category,
          (
            select json_build_object('path', im.path, 'alt', coalesce(nullif(pi.alt, ''), im.alt),
              'width', im.width, 'height', im.height, 'placeholder', im.placeholder,
              'focal_x', im.focal_x, 'focal_y', im.focal_y)
            from (
              select pi.image_id, pi.alt from product_images pi
              where pi.product_id = p.id and pi.image_id is not null
              order by case when pi.variation_id = v.id then 0 when pi.variation_id is null then 1 else 2 end,
                pi.position, pi.id
              limit 1
            ) pi join images im on im.id = pi.image_id
          ) as image,
          coalesce((
            select json_agg(json_build_object('label', a.label, 'value', av.label) order by a.position, a.id)
            from variation_options o
            join attributes a on a.id = o.attribute_id
            join attribute_values av on av.id = o.value_id
            where o.variation_id = v.id
          ), '[]') as options,
          ${productCustom('cart', 'mail')} as custom
        from cart_items i
        join variations v on v.id = i.variation_id
        join products p on p.id = v.product_id
        left join cart_item_prices price on price.id = i.id
        left join tax_rates tax on tax.country_id = ${taxCountry($country)} and tax.tax_class = p.tax_class
        left join brands b on b.id = p.brand_id
        left join categories k on k.id = p.category_id
        left join product_declarations d on d.product_id = p.id
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
  `${select('$4')} where ${isOpen} and ${ownsCart} ${ownFirst}`,
)

const cartById = prepared<StoredCart>('cart by id', `${select('$1')} where c.id = $2`)
