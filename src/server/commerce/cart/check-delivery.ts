import { type RuleRow, soldAhead } from '#server/catalog/stock/sold-ahead.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { addressAt, findLocation } from './estimate-delivery.ts'
import type { PaymentMethodRow, ShippingMethodRow } from './model/cart-row.ts'
import { paymentOptions } from './model/payment-options.ts'
import { cheapest, isServiceable, shippingOptions } from './model/shipping-options.ts'

export type DeliveryCheck = {
  /** In the country's format. */
  postcode: string
  is_available: boolean
  is_cod_available: boolean
  /** Of the cheapest method; null where the delivery areas do not tell. */
  eta_days: { min: number; max: number } | null
  state_id: number | null
}

const CASH_ON_DELIVERY = 'cod'

/**
 * Whether, when and with which payment one piece of a product is delivered to a postcode: calculated like a cart
 * that holds only this piece. Without a product, for an empty parcel.
 * @throws 422 at `pincode` when it is not valid in the channel's country.
 */
export async function checkDelivery(
  db: Db,
  channel: Channel,
  { pincode, variationId = null }: { pincode: string; variationId?: number | null },
): Promise<DeliveryCheck> {
  const [{ postcode, location }, offer] = await Promise.all([
    findLocation(db, channel, { typed: pincode, field: 'pincode' }),
    offerOf.first(db, channel.id, variationId),
  ])
  if (!offer) throw new Error('The delivery offer of a channel is one row')
  const { price, weight_g, sold_ahead, has_areas, shipping_methods, payment_methods } = offer
  const parcel = {
    addresses: [addressAt(channel.country_id, postcode)],
    area: location?.area ?? null,
    has_areas,
    shipping_methods: shipping_methods.map((method) => ({
      ...method,
      rates: location?.rates.filter(({ method_id }) => method_id === method.id) ?? [],
      pickup: null,
    })),
    // The calculation uses only these of a line.
    lines: [{ quantity: 1, weight_g, sold_ahead, kind: 'goods' }] as never[],
    payment_methods,
  }
  const way = cheapest(shippingOptions(parcel, price, channel))
  const is_available = isServiceable(parcel) && way !== undefined
  const cash = paymentOptions(parcel, price + (way?.amount.amount ?? 0), channel).find(
    ({ code }) => code === CASH_ON_DELIVERY,
  )
  return {
    postcode,
    is_available,
    is_cod_available: is_available && cash?.is_available === true,
    eta_days: is_available ? way.eta_days : null,
    state_id: location?.state_id ?? null,
  }
}

type Offer = {
  price: number
  weight_g: number | null
  sold_ahead: RuleRow | null
  has_areas: boolean
  shipping_methods: Omit<ShippingMethodRow, 'rates' | 'pickup'>[]
  payment_methods: PaymentMethodRow[]
}

const offerOf = prepared<Offer>(
  'delivery offer of channel',
  `select coalesce(price.selling_price, 0) as price, v.weight_g, ${soldAhead()} as sold_ahead, exists (select from pincodes) as has_areas,
    coalesce((
      select json_agg(m order by m.sort_order, m.id) from (
        select m.*, exists (select from shipping_rates r where r.shipping_method_id = m.id) as has_rates
        from shipping_methods m where m.channel_id = $1::integer and m.is_active and m.location_id is null
      ) m
    ), '[]') as shipping_methods,
    coalesce((
      select json_agg(m order by m.sort_order, m.id) from payment_methods m
      where m.channel_id = $1::integer and m.is_active
    ), '[]') as payment_methods
  from (select 1) one
  left join variations v on v.id = $2::integer
  left join shown_prices price on price.variation_id = v.id and price.channel_id = $1::integer`,
)
