import type { CancelReason } from '#contract/rules/order-reasons.ts'
import { releaseCoupon } from '../checkout/hold-coupon.ts'
import { putBack } from '../checkout/hold-stock.ts'
import { moveOrder } from '../checkout/order-states.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { queueOrderCancelled } from '../notify/order-cancelled.ts'
import { lockOrder, type OrderToPay } from '../payments/lock-payment.ts'
import { type OrderLine, pickPieces, readLiveLines, separatePieces, type Wish } from './order-lines.ts'
import { isBeforeShipping } from './order-rights.ts'
import { type PaidBack, payBack } from './pay-back.ts'
import { readRights } from './read-rights.ts'
import type { ShippingServices } from './shipping/shipping-services.ts'
import { worthOf } from './split-amounts.ts'

export type Cancellation = {
  /** Undefined: everything that is left of the order. */
  items?: readonly Wish[] | undefined
  reason: CancelReason
  comment?: string
}

/**
 * Cancels an order before it is sent, whole or some pieces of it, in one transaction: stock goes back, of a whole order the coupon's
 * use too, what was paid is refunded, and what is left of the order adds up as it did. Delivery and fee go back only with the
 * whole order. Call `carryOutRefunds` afterwards. Spec §7 Orders, decisions §2 (status machine) and §4; ADR 0010.
 *
 * @returns 'whole' or 'part'.
 * @throws 409 ORDER_NOT_CANCELLABLE when it is sent, or the shop does not let shoppers cancel; 422 at `items`.
 */
export const cancelOrder = (
  { db, config }: ShippingServices,
  orderId: number,
  wish: Cancellation,
): Promise<'whole' | 'part'> =>
  retrySerialization(() => db.transaction().execute((tx) => cancelIn(tx, config, orderId, wish)))

async function cancelIn(
  tx: Tx,
  config: ShippingServices['config'],
  orderId: number,
  { items, reason, comment = '' }: Cancellation,
) {
  const order = await lockOrder(tx, orderId)
  const rights = await readRights(tx, orderId)
  if (!order || !isBeforeShipping(order.status) || !rights.is_cancelling_enabled)
    throw rejected('ORDER_NOT_CANCELLABLE', 'This order can no longer be cancelled')
  const lines = await readLiveLines(tx, order.id, order.status)
  const wished = pickPieces(lines, items ?? lines.map(({ id, quantity }) => ({ item_id: id, quantity })))
  const isWhole = isAllOf(lines, wished)

  const pieces: OrderLine[] = []
  for (const { line, wish } of wished) pieces.push(await separatePieces(tx, line, wish.quantity))
  await putBack(tx, await trackedOf(tx, pieces))
  const amount = isWhole ? order.grand_total : worthOf(pieces, order.is_tax_included)
  const back = await payBack(tx, { orderId: order.id, amount, reason: 'cancelled', isAll: isWhole })
  const cancellation = await note(tx, order, { isWhole, reason, comment, amount, back })
  await markLines.all(
    tx,
    cancellation,
    pieces.map(({ id }) => id),
  )
  if (isWhole) {
    await releaseCoupon(tx, order.id)
    await moveOrder(tx, order, 'cancelled')
  } else await lessen.all(tx, order.id, cancellation)
  await queueOrderCancelled(tx, config, { order, cancellation, pieces, isWhole, back })
  return isWhole ? ('whole' as const) : ('part' as const)
}

const isAllOf = (lines: readonly OrderLine[], wished: readonly { line: OrderLine; wish: Wish }[]) =>
  wished.length === lines.length && wished.every(({ line, wish }) => wish.quantity === line.quantity)

/** What is sold without counting is not put back. */
async function trackedOf(tx: Tx, pieces: readonly OrderLine[]) {
  const wanted = pieces.flatMap(({ variation_id, quantity }) =>
    variation_id === null ? [] : [{ variation_id, quantity }],
  )
  const tracked = new Set(
    (
      await trackedStock.all(
        tx,
        wanted.map(({ variation_id }) => variation_id),
      )
    ).map(({ id }) => id),
  )
  return wanted.filter(({ variation_id }) => tracked.has(variation_id))
}

const trackedStock = prepared<{ id: number }>(
  'variations that are counted',
  'select id from variations where id = any($1::integer[]) and tracks_stock',
)

type Note = { isWhole: boolean; reason: string; comment: string; amount: number; back: PaidBack }

async function note(tx: Tx, { id }: OrderToPay, { isWhole, reason, comment, amount, back }: Note) {
  const written = await insert.first(tx, id, isWhole, reason, comment, amount, back.refunded, back.owed)
  if (!written) throw new Error('The cancellation was not written')
  return written.id
}

const insert = prepared<{ id: number }>(
  'note cancellation',
  `insert into order_cancellations (order_id, is_whole, reason, comment, amount, refunded, owed)
  values ($1::bigint, $2::boolean, $3::text, $4::text, $5::bigint, $6::bigint, $7::bigint)
  returning id`,
)

const markLines = prepared(
  'cancel lines',
  `update order_items set status = 'cancelled', cancellation_id = $1::bigint where id = any($2::bigint[])`,
)

/** The order without the cancelled lines. Its constraint holds the sums together. */
const lessen = prepared(
  'lessen order',
  `update orders o set
    subtotal = o.subtotal - gone.goods, discount_total = o.discount_total - gone.discount, tax_total = o.tax_total - gone.tax,
    grand_total = o.grand_total - gone.total - case when o.is_tax_included then 0 else gone.tax end
  from (
    select coalesce(sum(unit_price * quantity), 0)::bigint as goods, coalesce(sum(discount), 0)::bigint as discount,
      coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(total), 0)::bigint as total
    from order_items where cancellation_id = $2::bigint
  ) gone
  where o.id = $1::bigint`,
)
