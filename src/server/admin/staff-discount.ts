import type { LineDiscount, OrderDetail, PhoneOrder } from '#contract/admin/orders.ts'
import type { Cart } from '#contract/cart.ts'
import type { Customised } from '#server/commerce/cart/model/customisation.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

type Discounted = Pick<PhoneOrder, 'discount' | 'items' | 'custom'>

const lineDiscounts = ({ items, custom }: Omit<Discounted, 'discount'>) =>
  [...items, ...custom].flatMap(({ discount }) => discount ?? [])

/**
 * Takes the discount of staff off the cart of an order by phone. A share is one of what promotions leave.
 * @throws 422 at coupon for one beside a discount, below discount for a discount of nothing or by two measures
 */
export async function discountCart(
  db: Db,
  { id, subtotal, discount_total }: Pick<Cart, 'id' | 'subtotal' | 'discount_total'>,
  { coupon, ...order }: Discounted & Pick<PhoneOrder, 'coupon'>,
) {
  const { discount } = order
  if (coupon && (discount || lineDiscounts(order).length > 0))
    throw invalid({ coupon: ['Choose a coupon or a discount, not both'] })
  if (!discount) return
  const { amount, percent, free_delivery } = discount
  requireOneMeasure(discount)
  if (amount === 0 && percent === 0 && !free_delivery)
    throw invalid({ 'discount.amount': ['Enter an amount, a share in percent, or free delivery'] })
  // All of it is given away, and takes no promotion.
  const goods = subtotal.amount - (percent === 100 ? 0 : discount_total.amount)
  const off = percent > 0 ? Math.round((goods * percent) / 100) : amount
  await storeOnCart.first(db, id, off, free_delivery)
}

function requireOneMeasure({ amount, percent }: LineDiscount) {
  if (amount > 0 && percent > 0)
    throw invalid({ 'discount.percent': ['Enter an amount or a share in percent, not both'] })
}

/**
 * A discount of a line as its cart stores it.
 * @throws 422 at discount.percent for one by two measures
 */
export function offOf(discount: LineDiscount): { amount: number; percent: number } {
  requireOneMeasure(discount)
  const { amount, percent } = discount
  return { amount, percent }
}

export const discountLine = prepared(
  'store staff discount of cart line',
  `update cart_items set staff_discount = $4::jsonb
  where cart_id = $1::bigint and variation_id = $2::integer and customisation_key = $3::text`,
)

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
  { replaces, ...order }: Discounted & Pick<PhoneOrder, 'replaces'>,
) {
  const all = [...(order.discount ? [order.discount] : []), ...lineDiscounts(order)]
  const reasons = [...new Set(all.map(({ reason }) => reason))].join('; ')
  if (all.length > 0 || replaces !== undefined)
    await insertDiscount.first(tx, orderId, reasons, replaces ?? null)
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
