import type { DeliveryEstimate } from '#contract/delivery.ts'
import { money, taxOnTop } from '#contract/money.ts'
import { normalisePostcode } from '#contract/rules/address.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { AreaRow, CartAddressRow, ShippingRateRow } from './model/cart-row.ts'
import type { CartScope } from './model/cart-scope.ts'
import { chargesTaxRate, taxPartsOf } from './model/charges-tax.ts'
import { areaJson, isAreaOf, isRateFor, rateJson } from './model/location-sql.ts'
import { findCartRow } from './store/read-cart.ts'
import { emptyCart, toCart } from './store/to-cart.ts'

/**
 * Methods, costs and days of delivery to a postcode of the channel's country, calculated as if the cart had
 * that address. Writes nothing. UX "Cart drawer / page" 4.
 * @throws 422 at `postcode` when it is not valid in that country.
 */
export async function estimateDelivery(db: Db, scope: CartScope, typed: string): Promise<DeliveryEstimate> {
  const { channel } = scope
  const [row, { postcode, location }] = await Promise.all([
    findCartRow(db, scope),
    findLocation(db, channel, { typed, field: 'postcode' }),
  ])
  const addressed = row && {
    ...row,
    addresses: [addressAt(channel.country_id, postcode)],
    area: location?.area ?? null,
    shipping_methods: row.shipping_methods.map((method) => ({
      ...method,
      rates: location?.rates.filter(({ method_id }) => method_id === method.id) ?? [],
    })),
  }
  const cart = addressed ? toCart(addressed, channel) : emptyCart(channel)
  const rate = addressed && !channel.is_tax_included ? chargesTaxRate(addressed, channel) : 0
  const cash = cart.cart_payment_methods.find(({ code }) => code === 'cod')
  return {
    postcode,
    state_id: location?.state_id ?? null,
    from: dayIn(new Date(), timeZoneOf(channel.locale)),
    is_cod_available: cash?.is_available ?? null,
    methods: cart.shipping_methods.map((method) => ({
      ...method,
      tax_on_top: money(taxOnTop(method.amount.amount, rate, taxPartsOf(channel)), channel.currency),
    })),
  }
}

/**
 * The delivery area and rates of a postcode in the channel's country.
 * @throws 422 at `field` when it is not valid in that country.
 */
export async function findLocation(
  db: Db,
  channel: Pick<Channel, 'id' | 'country_id'>,
  { typed, field }: { typed: string; field: string },
): Promise<{ postcode: string; location: Location | undefined }> {
  const country = await patternOf.first(db, channel.country_id)
  const postcode = normalisePostcode(typed, country?.postcode_pattern ?? '')
  if (postcode === null) throw invalid({ [field]: ['This field is not valid'] })
  return { postcode, location: await locationOf.first(db, channel.id, channel.country_id, postcode) }
}

/** An address with only the known parts. */
export const addressAt = (country_id: number, postcode: string): CartAddressRow => ({
  id: 0,
  address_type: 'Shipping',
  address_id: null,
  country_id,
  country_name: '',
  state_id: null,
  state_name: '',
  first_name: '',
  last_name: '',
  phone: '',
  address_line_1: '',
  address_line_2: '',
  city: '',
  postcode,
  tax_no: '',
})

const patternOf = prepared<{ postcode_pattern: string }>(
  'postcode pattern of country',
  'select postcode_pattern from countries where id = $1::integer',
)

const location = { country: '$2::integer', state: 'area.state_id', postcode: '$3::text' }

export type Location = {
  area: AreaRow | null
  state_id: number | null
  rates: (ShippingRateRow & { method_id: number })[]
}

/** The most specific delivery area, with its rates. Without an area, rates without a state still apply. */
const locationOf = prepared<Location>(
  'place of postcode',
  `select case when area.prefix is not null then ${areaJson} end as area, area.state_id,
    coalesce((
      select json_agg((${rateJson})::jsonb || jsonb_build_object('method_id', r.shipping_method_id))
      from shipping_rates r join shipping_methods m on m.id = r.shipping_method_id
      where m.channel_id = $1::integer and ${isRateFor(location)}
    ), '[]') as rates
  from (select 1) one
  left join pincodes area on ${isAreaOf(location)}
  order by length(area.prefix) desc nulls last limit 1`,
)
