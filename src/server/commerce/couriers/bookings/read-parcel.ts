import type { Address } from '#contract/cart.ts'
import type { CourierParcel, Party } from '#server/commerce/couriers/model/courier-descriptor.ts'
import { creditSql } from '#server/commerce/orders/exchange-credit.ts'
import { readLiveLines, unshippedLines } from '#server/commerce/orders/order-lines.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

export type ParcelItem = { order_item_id: number; quantity: number }

type Wanted = {
  order_id: number
  /** A return: from the customer to the shop. */
  refund_id: number | null
  items: readonly ParcelItem[]
  /** Null: that of the products, where all of them have one. */
  weight_g: number | null
}

/** The parcel with these pieces of an order, as couriers get it. */
export async function readParcel(
  db: Db | Tx,
  { order_id, refund_id, items, weight_g }: Wanted,
): Promise<CourierParcel> {
  const facts = await factsOf.first(db, order_id)
  if (!facts) throw new Error(`Order ${order_id} is gone`)
  const { shop, address, order_no, currency, lines } = facts
  const pieces = items.flatMap(({ order_item_id, quantity }) => {
    const line = lines.find(({ id }) => id === order_item_id)
    return line ? [{ ...line, pieces: quantity }] : []
  })
  const customer = {
    ...partyOf(address, facts.country),
    phone: `${address.mobile_code ?? ''}${address.phone || (facts.phone ?? '')}`,
    email: facts.email ?? '',
  }
  const store: Party = {
    name: shop.store_name ?? '',
    phone: shop.store_phone ?? '',
    email: shop.store_email ?? '',
    address: shop.store_address ?? '',
    city: '',
    state: shop.store_state ?? '',
    postcode: /\b\d{4,6}\b(?!.*\b\d{4,6}\b)/.exec((shop.store_address ?? '').slice(0, 500))?.[0] ?? '',
    country: facts.store_country,
  }
  const isReturn = refund_id !== null
  const value = pieces.reduce((sum, line) => sum + Math.floor((line.total * line.pieces) / line.quantity), 0)
  const weights = pieces.map((line) => (line.weight_g ?? Number.NaN) * line.pieces)
  const weight = weights.reduce((sum, one) => sum + one, 0)
  return {
    direction: isReturn ? 'return' : 'shipment',
    order_no,
    from: isReturn ? customer : store,
    to: isReturn ? store : customer,
    items: pieces.map((line) => ({ name: line.name, sku: line.sku, quantity: line.pieces })),
    weight_g: weight_g ?? (weight > 0 ? weight : null),
    value,
    collect: isReturn ? 0 : await amountToCollect(db, order_id, facts, items),
    currency,
  }
}

const partyOf = (address: Address, country: string): Omit<Party, 'phone' | 'email'> => ({
  name: [address.first_name, address.last_name].filter(Boolean).join(' '),
  address: [address.address_line_1, address.address_line_2].filter(Boolean).join(', '),
  city: address.city,
  state: address.state_name,
  postcode: address.postcode,
  country,
})

/**
 * What is paid on delivery: the pieces of this parcel with what is left of their amounts; delivery and fee come with the first parcel.
 * A line that leaves in several parcels is collected to the unit with its last piece. What returns and stored value pay counts for the first ones.
 */
async function amountToCollect(
  db: Db | Tx,
  orderId: number,
  { status, payment_method, payment_status, grand_total, has_shipments, credit }: Facts,
  items: readonly ParcelItem[],
): Promise<number> {
  if (payment_method !== 'cod' || payment_status !== 'pending') return 0
  const live = await readLiveLines(db, orderId, status)
  const left = unshippedLines(live)
  const goods = items.reduce((sum, { order_item_id, quantity }) => {
    const line = left.find(({ id }) => id === order_item_id)
    return line ? sum + Math.floor((line.total * quantity) / line.quantity) : sum
  }, 0)
  const charges = grand_total - live.reduce((sum, { total }) => sum + total, 0)
  const amount = goods + (has_shipments ? 0 : charges)
  const sent = has_shipments ? grand_total - left.reduce((sum, { total }) => sum + total, 0) : 0
  return Math.max(0, amount - Math.max(0, credit - sent))
}

type Facts = {
  order_no: string
  status: string
  currency: string
  payment_method: string
  payment_status: string
  grand_total: number
  email: string | null
  phone: string | null
  address: Address
  country: string
  store_country: string
  shop: Readonly<Record<string, string>>
  has_shipments: boolean
  /** Of the total, what returns and stored value pay. */
  credit: number
  lines: {
    id: number
    name: string
    sku: string
    quantity: number
    total: number
    weight_g: number | null
  }[]
}

const factsOf = prepared<Facts>(
  'facts of order for a courier',
  `select o.order_no, o.status, o.currency, o.payment_method, o.payment_status, o.grand_total, o.email, o.phone,
    o.shipping_address as address, coalesce(d.code, s.code) as country, s.code as store_country,
    coalesce((
      select json_object_agg(t.key, t.value #>> '{}') from settings t
      where t.key in ('store_name', 'store_address', 'store_state', 'store_email', 'store_phone')
    ), '{}') as shop,
    exists (select from shipments h where h.order_id = o.id and h.status <> 'came_back') as has_shipments, ${creditSql('o.id')} as credit,
    coalesce((
      select json_agg(json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'quantity', i.quantity, 'total', i.total,
        'weight_g', v.weight_g) order by i.id)
      from order_items i left join variations v on v.id = i.variation_id where i.order_id = o.id
    ), '[]') as lines
  from orders o join channels c on c.id = o.channel_id join countries s on s.id = c.country_id
    left join countries d on d.id = (o.shipping_address ->> 'country_id')::integer
  where o.id = $1::bigint`,
)
