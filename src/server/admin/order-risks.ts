import { riskLabels } from '#contract/admin/order-tabs.ts'
import type { OrderRisk } from '#contract/admin/orders.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { isAreaOf } from '#server/commerce/cart/model/location-sql.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** Other orders of a contact or an address that are looked at, the newest. */
const MOST = 50
/** Refused ones from which a hint is given, when they are at least half of all. */
const REFUSED = 2
/** Orders of one contact within an hour of each other from which a hint is given. */
const MANY = 4

/**
 * Why staff should look at these orders before they leave; orders that have left, or will not, have no hint. Hints say what the shop
 * knows and refuse nothing. Back office, "Orders".
 */
export async function readRisks(db: Db | Tx, ids: readonly number[]): Promise<Map<number, OrderRisk[]>> {
  const rows = ids.length === 0 ? [] : await risks.all(db, ids)
  return new Map(
    rows.map(({ id, ...facts }) => [
      id,
      keysOf(riskLabels).flatMap((kind) => {
        const text = sentences[kind](facts)
        return text === null ? [] : [{ kind, text }]
      }),
    ]),
  )
}

type Facts = {
  others: number
  refused: number
  postcode: string
  area_state: string | null
  state: string | null
  near: number
}

const sentences: Record<OrderRisk['kind'], (facts: Facts) => string | null> = {
  refused: ({ others, refused }) =>
    refused >= REFUSED && refused * 2 >= others
      ? `${refused} of ${others} other orders paid on delivery with this phone number or address were cancelled or returned.`
      : null,
  place: ({ postcode, area_state, state }) =>
    area_state && state && area_state !== state
      ? `Pincode ${postcode} is in ${area_state}, but the address says ${state}.`
      : null,
  many: ({ near }) =>
    near >= MANY
      ? `${near} orders with this phone number or e-mail address were placed within an hour of this one.`
      : null,
}

const addressOf = (order: string) =>
  `lower(regexp_replace((${order}.shipping_address ->> 'postcode') || (${order}.shipping_address ->> 'address_line_1'), '[[:space:][:punct:]]+', '', 'g'))`
const area = isAreaOf({
  country: `(o.shipping_address ->> 'country_id')::integer`,
  postcode: `o.shipping_address ->> 'postcode'`,
})
const isNear = `n.placed_at between o.placed_at - interval '1 hour' and o.placed_at + interval '1 hour'`

/** Cancelled for a reason of the shop says nothing about the customer. A return of a delivered order counts like a refused parcel. */
const risks = prepared<Facts & { id: number }>(
  'risks of orders',
  `select o.id, coalesce(o.shipping_address ->> 'postcode', '') as postcode, o.shipping_address ->> 'state_name' as state,
    place.state as area_state, cod.others, cod.refused, near.orders as near
  from orders o
  cross join lateral (
    select count(*)::integer as others, count(*) filter (where c.status in ('refund_requested', 'refund_approved', 'returned', 'refunded')
      or c.status = 'cancelled' and not exists (select from order_cancellations x
        where x.order_id = c.id and x.reason in ('out_of_stock', 'wrong_price', 'duplicate')))::integer as refused
    from (
      (select p.id, p.status from orders p where o.payment_method = 'cod' and p.phone = o.phone and p.payment_method = 'cod'
        and p.id <> o.id order by p.id desc limit ${MOST})
      union
      (select a.id, a.status from orders a where o.payment_method = 'cod' and ${addressOf('a')} = ${addressOf('o')}
        and a.payment_method = 'cod' and a.id <> o.id order by a.id desc limit ${MOST})
    ) c
  ) cod
  left join lateral (
    select s.name as state from pincodes area join states s on s.id = area.state_id
    where ${area} order by length(area.prefix) desc limit 1
  ) place on true
  cross join lateral (
    select count(*)::integer as orders from (
      select n.id from orders n where n.phone = o.phone and ${isNear}
      union
      select n.id from orders n where lower(n.email) = lower(o.email) and ${isNear}
    ) n
  ) near
  where o.id = any($1::bigint[]) and (o.status in ('pending_payment', 'placed', 'packed') or o.is_partly_shipped)`,
)
