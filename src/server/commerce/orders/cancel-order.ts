import { type CancelReason, reasonsOfShop, type StaffCancelReason } from '#contract/rules/order-reasons.ts'
import { piecesOf, totalOfLines } from '#contract/rules/split-amounts.ts'
import { restockItems } from '#server/catalog/stock/hold-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { releaseCoupon } from '../coupons/model/hold-coupon.ts'
import { releasePromotions } from '../promotions/take-promotions.ts'
import { benefitsOfCancelled, noBenefits } from './benefits.ts'
import { releaseCredit } from './exchange-credit.ts'
import { queueOrderCancelled } from './messages/order-cancelled.ts'
import { nothingBack, type RefundAmounts } from './model/exchange.ts'
import { followParcels, isAllShipped } from './model/follow-parcels.ts'
import { type LockedOrder, lockOrder } from './model/lock-order.ts'
import { type AcceptedAmount, lostBenefits, nothingLost, requireAccepted } from './model/lost-benefits.ts'
import { endChange } from './model/order-change.ts'
import { moveOrder } from './model/order-states.ts'
import { orderNotCancellable } from './model/refusals.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import {
  type ItemRequest,
  matchOrderLines,
  type OrderLine,
  readLiveLines,
  repriceLines,
  splitUnshipped,
  unshippedLines,
} from './order-lines.ts'
import { hasUnshipped, readRights } from './order-rights.ts'
import { recordOwedRefunds } from './owed-refunds.ts'
import { refundPaidOrder } from './refund-paid-order.ts'
import { readRefundable } from './refundable.ts'

export type Cancellation = {
  /** Undefined: everything that is left of the order. */
  items?: readonly ItemRequest[] | undefined
  reason: CancelReason | StaffCancelReason
  comment?: string
  /** Staff may cancel where the shop does not let shoppers do it. */
  isByStaff?: boolean
  /** What goes back, or is not to be paid, as it was shown where the rest loses a benefit. */
  accepted_amount?: AcceptedAmount
}

/**
 * Cancels a whole order or some of its items before their shipment, in one transaction: stock is restored, the captured
 * amount is refunded and the totals of the remaining items stay consistent. Delivery, fee and coupon use go back only
 * with the whole order. What the rest loses of a promotion that is calculated again is part of its price then, and a gift goes with its
 * cause; not where the shop is the reason. The rest of a partly shipped order is cancelled like items. Call `carryOutRefunds` afterwards. Spec §7 Orders, decisions §2 (status machine) and §4;
 * ADR 0036.
 *
 * @returns 'whole' or 'part'.
 * @throws 409 ORDER_NOT_CANCELLABLE when all of it is shipped, or the shop does not let shoppers cancel; BENEFIT_LOST unless the
 * amount that follows was accepted; 422 at `items`.
 */
export const cancelOrder = (
  services: ShippingServices,
  orderId: number,
  request: Cancellation,
): Promise<'whole' | 'part'> => inTransaction(services.db, (tx) => cancelIn(tx, services, orderId, request))

async function cancelIn(
  tx: Tx,
  { config, plugins }: ShippingServices,
  orderId: number,
  { items, reason, comment = '', isByStaff = false, accepted_amount }: Cancellation,
) {
  const order = await lockOrder(tx, orderId)
  const isAllowed = isByStaff || (await readRights(tx, orderId)).is_cancelling_enabled
  if (!order || !hasUnshipped(order) || !isAllowed) throw orderNotCancellable()
  const lines = await readLiveLines(tx, order.id, order.status)
  const left = unshippedLines(lines)
  // The customer knows of it by the message of the cancellation.
  await endChange(tx, order.id, 'withdrawn')
  const requested = matchOrderLines(
    left,
    items ?? left.map(({ id, quantity }) => ({ item_id: id, quantity })),
    ({ name, quantity }) => `${name}: only ${quantity} of it can be cancelled`,
  )
  const benefits = reasonsOfShop.cancel.includes(reason) ? noBenefits : await lostWith(tx, order, requested)
  const gifts = left.filter(({ id }) => benefits.gifts.includes(id))
  const gone = [
    ...requested.map(({ line, request }) => ({ ...line, ...piecesOf(line, request.quantity) })),
    ...gifts,
  ]
  const isWhole = !order.is_partly_shipped && isAllOf(lines, gone)
  const { cost, repriced, changes } = isWhole ? noBenefits : benefits
  const worth = isWhole ? order.grand_total : totalOfLines(gone, order.is_tax_included) - cost
  const refundable = await readRefundable(tx, order.id)
  // An allowance that was given before went back already.
  const amount = isPaid(order) ? Math.min(worth, refundable.amount) : worth
  const lost = lostBenefits({ changes }, isWhole ? [] : gifts)
  requireAccepted(accepted_amount, { amount, lost, isPaid: isPaid(order), ...order })

  const pieces: OrderLine[] = []
  for (const { id, quantity } of gone) {
    const line = lines.find((one) => one.id === id)
    if (line) pieces.push(await splitUnshipped(tx, line, quantity))
  }
  await restockItems(tx, pieces)
  const back = isPaid(order)
    ? await refundPaidOrder(tx, { orderId: order.id, amount, reason: 'cancelled' })
    : { ...nothingBack, ...(await releaseCredit(tx, order.id, isWhole ? 0 : order.grand_total - worth)) }
  const cancellation = await note(tx, order, { isWhole, reason, comment, amount, back })
  if (back.owed + back.recorded > 0) await recordOwedRefunds(tx, order.id)
  await markLines.all(
    tx,
    cancellation,
    pieces.map(({ id }) => id),
  )
  let newTotal = 0
  if (isWhole) {
    await releaseCoupon(tx, order.id)
    await releasePromotions(tx, order.id)
    await moveOrder(tx, order, 'cancelled')
  } else {
    await repriceLines(tx, repriced)
    newTotal = (await lessen.first(tx, order.id, cancellation, json(repriced)))?.grand_total ?? 0
  }
  if (order.is_partly_shipped && (await isAllShipped(tx, order.id))) {
    await moveOrder(tx, { id: order.id, status: 'partly_shipped' }, 'shipped')
    await followParcels(tx, plugins, order)
  }
  await queueOrderCancelled(tx, config, { order, cancellation, pieces, isWhole, newTotal, back, lost })
  if (isWhole) await plugins.runHooks(tx, 'order.cancelled', { order_id: order.id })
  return isWhole ? ('whole' as const) : ('part' as const)
}

const isPaid = ({ payment_status }: LockedOrder) =>
  payment_status === 'paid' || payment_status === 'partially_refunded'

/** Records the cancellation of an unpaid order and notifies the customer. Its caller moves the order and ends its payments. */
export async function recordUnpaidCancellation(
  tx: Tx,
  config: ShippingServices['config'],
  order: LockedOrder,
  { reason, comment = '' }: Cancellation,
) {
  const pieces = await readLiveLines(tx, order.id, order.status)
  const back = { ...nothingBack, ...(await releaseCredit(tx, order.id, 0)) }
  const cancellation = await note(tx, order, {
    ...{ isWhole: true, reason, comment, amount: order.grand_total, back },
  })
  await markLines.all(
    tx,
    cancellation,
    pieces.map(({ id }) => id),
  )
  await queueOrderCancelled(tx, config, {
    order,
    cancellation,
    pieces,
    isWhole: true,
    newTotal: 0,
    back,
    lost: nothingLost,
  })
}

const isAllOf = (lines: readonly OrderLine[], gone: readonly { id: number; quantity: number }[]) =>
  gone.length === lines.length &&
  lines.every(({ id, quantity }) => gone.some((piece) => piece.id === id && piece.quantity === quantity))

/** What the rest loses with the requested pieces. */
function lostWith(
  tx: Tx,
  { id, status, is_tax_included }: LockedOrder,
  requested: readonly { line: OrderLine; request: ItemRequest }[],
) {
  const taken = requested.map(({ line, request }) => ({ id: line.id, ...piecesOf(line, request.quantity) }))
  const pieces = new Map(taken.map((piece) => [piece.id, piece]))
  return benefitsOfCancelled(tx, id, { status, pieces, worth: totalOfLines(taken, is_tax_included) })
}

type Note = { isWhole: boolean; reason: string; comment: string; amount: number; back: RefundAmounts }

async function note(tx: Tx, { id }: LockedOrder, { isWhole, reason, comment, amount, back }: Note) {
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

/** Subtracts the cancelled lines from the order, and adds what others become more by. A constraint of the table checks the sums. */
const lessen = prepared<{ grand_total: number }>(
  'lessen order',
  `update orders o set
    subtotal = o.subtotal - gone.goods, discount_total = o.discount_total - gone.discount + more.discount,
    tax_total = o.tax_total - gone.tax + more.tax,
    grand_total = o.grand_total - gone.total + more.total - case when o.is_tax_included then 0 else gone.tax - more.tax end
  from (
    select coalesce(sum(unit_price * quantity), 0)::bigint as goods, coalesce(sum(discount), 0)::bigint as discount,
      coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(total), 0)::bigint as total
    from order_items where cancellation_id = $2::bigint
  ) gone, (
    select coalesce(sum(discount), 0)::bigint as discount, coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(total), 0)::bigint as total
    from json_to_recordset($3::json) line(discount bigint, tax bigint, total bigint)
  ) more
  where o.id = $1::bigint
  returning o.grand_total`,
)
