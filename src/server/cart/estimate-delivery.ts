import type { DeliveryEstimate } from '#contract/delivery.ts'
import { normalisePostcode } from '#contract/rules/address.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'
import { invalid } from '../http/errors.ts'
import type { AreaRow, CartAddressRow, ShippingRateRow } from './cart-row.ts'
import type { CartScope } from './cart-scope.ts'
import { areaJson, isAreaOf, isRateFor, rateJson } from './place-sql.ts'
import { findCartRow } from './read-cart.ts'
import { emptyCart, toCart } from './to-cart.ts'

/**
 * How the cart would be delivered to a postcode of the channel's country, for how much and when: the cart as it would be with
 * that for its address, which it does not get. Nothing is written. UX "Cart" 4.
 *
 * @throws 422 at `postcode` when it is none of the country's.
 */
export async function estimateDelivery(db: Db, scope: CartScope, typed: string): Promise<DeliveryEstimate> {
  const { channel } = scope
  const [row, country] = await Promise.all([findCartRow(db, scope), patternOf.first(db, channel.country_id)])
  const postcode = normalisePostcode(typed, country?.postcode_pattern ?? '')
  if (postcode === null) throw invalid({ postcode: ['This field is not valid'] })
  const place = await placeOf.first(db, channel.id, channel.country_id, postcode)
  const cart = row
    ? toCart(
        {
          ...row,
          addresses: [addressAt(channel.country_id, postcode)],
          area: place?.area ?? null,
          shipping_methods: row.shipping_methods.map((method) => ({
            ...method,
            rates: place?.rates.filter(({ method_id }) => method_id === method.id) ?? [],
          })),
        },
        channel,
      )
    : emptyCart(channel)
  return {
    postcode,
    state_id: place?.state_id ?? null,
    from: dayIn(new Date(), timeZoneOf(channel.locale)),
    methods: cart.shipping_methods,
  }
}

/** No more of an address than is known. */
const addressAt = (country_id: number, postcode: string): CartAddressRow => ({
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
})

const patternOf = prepared<{ postcode_pattern: string }>(
  'postcode pattern of country',
  'select postcode_pattern from countries where id = $1::integer',
)

const place = { country: '$2::integer', state: 'area.state_id', postcode: '$3::text' }

type Place = {
  area: AreaRow | null
  state_id: number | null
  rates: (ShippingRateRow & { method_id: number })[]
}

/** The narrowest delivery area, with the rates there. Without one, rates that name no state still fit. */
const placeOf = prepared<Place>(
  'place of postcode',
  `select case when area.prefix is not null then ${areaJson} end as area, area.state_id,
    coalesce((
      select json_agg((${rateJson})::jsonb || jsonb_build_object('method_id', r.shipping_method_id))
      from shipping_rates r join shipping_methods m on m.id = r.shipping_method_id
      where m.channel_id = $1::integer and ${isRateFor(place)}
    ), '[]') as rates
  from (select 1) one
  left join pincodes area on ${isAreaOf(place)}
  order by length(area.prefix) desc nulls last limit 1`,
)
