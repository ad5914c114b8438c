import type { OrderDetail, PhoneOrder } from '#contract/admin/orders.ts'
import type { Cart } from '#contract/cart.ts'
import type { Customised } from '#server/commerce/cart/model/customisation.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

/**
 * Takes the discount of staff off the cart of an order by phone. A share is one of the present prices.
 * @throws 422 at coupon beside a coupon, below discount for a discount of nothing or by two measures
 */
export async function discountCart(
  db: Db,
  { id, subtotal }: Pick<Cart, 'id' | 'subtotal'>,
  { coupon, discount }: Pick<PhoneOrder, 'coupon' | 'discount'>,
) {
  if (!discount) return
  const { amount, percent, free_delivery } = discount
  if (coupon) throw invalid({ coupon: ['Choose a coupon or a discount, not both'] })
  if (amount > 0 && percent > 0)
    throw invalid({ 'discount.percent': ['Enter an amount or a share in percent, not both'] })
  if (amount === 0 && percent === 0 && !free_delivery)
    throw invalid({ 'discount.amount': ['Enter an amount, a share in percent, or free delivery'] })
  const off = percent > 0 ? Math.round((subtotal.amount * percent) / 100) : amount
  await storeOnCart.first(db, id, off, free_delivery)
}

const storeOnCart = prepared(
  'store staff discount of cart',
  'update carts set staff_discount = $2::bigint, has_free_delivery = $3::boolean where id = $1::bigint',
)

/**
 * Text and picture of each line of the order that is replaced, by the line's id; empty for an order that replaces none.
 * @throws 422 at replaces for an unknown order, and for one without a shipment
 */
export async function readReplacedLines(
  db: Db,
  channel: Channel,
  { replaces }: Pick<PhoneOrder, 'replaces'>,
): Promise<ReadonlyMap<number, Customised | null>> {
  if (replaces === undefined) return new Map()
  const lines = await replacedLines.all(db, replaces, channel.id)
  if (lines.length === 0)
    throw invalid({ replaces: ['Only an order that has left, or a part of it, can be replaced'] })
  return new Map(lines.map(({ id, customisation }) => [id, customisation]))
}

const replacedLines = prepared<{ id: number; customisation: Customised | null }>(
  'lines of replaced order',
  `select i.id, i.customisation from order_items i join orders o on o.id = i.order_id
  where o.id = $1::bigint and o.channel_id = $2::integer and exists (select from shipments s where s.order_id = o.id)`,
)

/** Records in the order's transaction why it costs less, and what it replaces. */
export async function storeDiscount(
  tx: Tx,
  orderId: number,
  { discount, replaces }: Pick<PhoneOrder, 'discount' | 'replaces'>,
) {
  if (discount || replaces !== undefined)
    await insertDiscount.first(tx, orderId, discount?.reason ?? '', replaces ?? null)
}

const insertDiscount = prepared(
  'insert order discount',
  `insert into order_discounts (order_id, reason, replaces_order_id) values ($1::bigint, $2::text, $3::bigint)`,
)

/** Why an order costs less, and the orders of its replacement or exchange. */
export const readDiscount = async (db: Db | Tx, orderId: number): Promise<Discount> =>
  (await discountOfOrder.first(db, orderId)) ?? {
    ...{ discount_reason: '', replaces: null, replaced_by: [], exchange_for: null },
    exchanged_by: null,
  }

type Discount = Pick<
  OrderDetail,
  'discount_reason' | 'replaces' | 'replaced_by' | 'exchange_for' | 'exchanged_by'
>

const discountOfOrder = prepared<Discount>(
  'discount of order',
  `select coalesce(d.reason, '') as discount_reason,
    case when r.id is not null then json_build_object('id', r.id, 'order_no', r.order_no) end as replaces,
    coalesce((
      select json_agg(json_build_object('id', n.id, 'order_no', n.order_no) order by n.id)
      from order_discounts x join orders n on n.id = x.order_id where x.replaces_order_id = o.id
    ), '[]') as replaced_by, (
      select json_build_object('id', f.id, 'order_no', f.order_no) from refunds x join orders f on f.id = x.order_id
      where x.exchange_order_id = o.id
    ) as exchange_for, (
      select json_build_object('id', n.id, 'order_no', n.order_no) from refunds x join orders n on n.id = x.exchange_order_id
      where x.order_id = o.id
    ) as exchanged_by
  from orders o
  left join order_discounts d on d.order_id = o.id
  left join orders r on r.id = d.replaces_order_id
  where o.id = $1::bigint`,
)
