import { money } from '#contract/money.ts'
import { type RefundReason, reasonsOfShop } from '#contract/rules/order-reasons.ts'
import { totalOfLines } from '#contract/rules/split-amounts.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { benefitsOfReturned, noBenefits, storeBenefits } from './benefits.ts'
import { queueRefundMessage } from './messages/refund-message.ts'
import { lockOrder } from './model/lock-order.ts'
import { type AcceptedAmount, lostBenefits, requireAccepted } from './model/lost-benefits.ts'
import { moveOrder } from './model/order-states.ts'
import {
  itemNotReturnable,
  nothingLeftAfterBenefits,
  nothingToRefund,
  orderNotReturnable,
} from './model/refusals.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import {
  type ItemRequest,
  matchOrderLines,
  type OrderLine,
  readLiveLines,
  splitOrderLine,
} from './order-lines.ts'
import { readRights, rightsOf } from './order-rights.ts'
import { isPhotoOf } from './photo-path.ts'
import { findOrder } from './read-order.ts'
import { readRefundable } from './refundable.ts'

export type ReturnRequest = ItemRequest & { reason: RefundReason; comment: string; images: readonly string[] }

/**
 * Requests to return items of a delivered order, with reasons and photos, within their return windows. The
 * refund is the amount paid after discount, without delivery, and at most what the shop still holds; an order has at most one
 * request. What the rest loses of promotions that are calculated again is deducted, as in `cancelOrder`. Staff may start one where and when
 * shoppers may not. Spec §7 Orders, decisions §2 (status machine) and §4; ADR 0036.
 * @throws 409 NOT_REFUNDABLE when the shop, the state or the time does not allow it; BENEFIT_LOST unless the amount that
 * follows was accepted; 422 at `items` or `images`; what a hook of `refund.requested` throws.
 */
export function requestOrderRefund(
  { db, config, plugins }: ShippingServices,
  orderId: number,
  items: readonly ReturnRequest[],
  { by = 'shopper', accepted_amount }: Partial<Requested> = {},
) {
  const photos = items.flatMap(({ images }) => images)
  if (!photos.every((path) => isPhotoOf(config, orderId, path))) throw addAgain()
  return inTransaction(db, async (tx) => {
    const requested = await requestIn(tx, config, { orderId, items, by, accepted_amount })
    const { id: refund_id, ...reply } = requested
    await plugins.runHooks(tx, 'refund.requested', { order_id: orderId, refund_id })
    return reply
  })
}

/**
 * The return of a customer who has withdrawn from the contract. The caller has checked the period, and acknowledges it.
 * @throws 409 NOT_REFUNDABLE; 422 at `items`
 */
export const requestWithdrawal = (
  { db, config }: ShippingServices,
  orderId: number,
  pieces: readonly ItemRequest[],
) => {
  const items = pieces.map((piece) => ({
    ...piece,
    reason: 'changed_mind' as const,
    comment: '',
    images: [],
  }))
  return inTransaction(db, (tx) =>
    requestIn(tx, config, { orderId, items, by: 'withdrawal', accepted_amount: 'any' }),
  )
}

/** An exchange keeps the benefits of the rest, as other items take the place of those that come back. */
type Requested = {
  by: 'shopper' | 'staff' | 'withdrawal' | 'exchange'
  accepted_amount: AcceptedAmount
}

const addAgain = () => invalid({ images: ['Please add your photos again'] })

async function requestIn(
  tx: Tx,
  config: ShippingServices['config'],
  { orderId, items, by, accepted_amount }: Requested & { orderId: number; items: readonly ReturnRequest[] },
) {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'delivered') throw orderNotReturnable()
  const requested = matchOrderLines(await readLiveLines(tx, order.id, order.status), items)
  const rights = rightsOf(order, await readRights(tx, order.id))
  for (const { line } of by === 'shopper' ? requested : [])
    if (!rights.ofItem({ ...line, quantity_shipped: line.shipped.quantity }).can_refund)
      throw itemNotReturnable(line.name)

  const pieces: (ReturnRequest & { line: OrderLine })[] = []
  for (const { line, request } of requested)
    pieces.push({ ...request, line: await splitOrderLine(tx, line, request.quantity) })
  const lines = pieces.map(({ line }) => line)
  const left = await readRefundable(tx, order.id)
  const worth = totalOfLines(lines, order.is_tax_included)
  const before = Math.min(worth, left.amount)
  if (before === 0) throw nothingToRefund()
  const isWithdrawn = by === 'withdrawal'
  const refund = await write(tx, { orderId: order.id, amount: before, isWithdrawn }, pieces)
  await storePhotos(tx, order.id, refund.id, pieces)
  await moveOrder(tx, order, 'refund_requested')
  await keepDelivered.all(
    tx,
    order.id,
    lines.map(({ id }) => id),
  )
  const isOfShop = by === 'exchange' || items.every(({ reason }) => reasonsOfShop.refund.includes(reason))
  const benefits = isOfShop ? noBenefits : await benefitsOfReturned(tx, order.id, worth)
  const amount = Math.min(worth - benefits.cost, left.amount)
  if (amount === 0) throw nothingLeftAfterBenefits()
  const lost = lostBenefits(benefits)
  requireAccepted(accepted_amount, { amount, lost, isPaid: true, ...order })
  await storeBenefits(tx, refund.id, { amount, changes: benefits.changes })
  // Staff approve it at once, which has its own message.
  if (by === 'shopper')
    await queueRefundMessage(
      tx,
      config,
      { order_id: order.id, refund_no: refund.refund_no, amount, note: '', lost },
      'refund_requested',
    )
  const wire = await findOrder(tx, order.id)
  if (!wire) throw new Error('The order is gone')
  return {
    id: refund.id,
    refund_no: refund.refund_no,
    status: 'refund_requested',
    amount: money(amount, order.currency),
    order: wire,
  }
}

async function write(
  tx: Tx,
  { orderId, amount, isWithdrawn }: { orderId: number; amount: number; isWithdrawn: boolean },
  pieces: readonly (ReturnRequest & { line: OrderLine })[],
) {
  const rows = pieces.map(({ line, reason, comment, images }) => ({
    order_item_id: line.id,
    reason,
    comment,
    images,
  }))
  const written = await insert.first(tx, orderId, amount, json(rows), isWithdrawn)
  if (!written) throw new Error('The refund was not written')
  return written
}

const insert = prepared<{ id: number; refund_no: string }>(
  'insert refund',
  `with made as (
    insert into refunds (order_id, amount, refund_to, withdrawn_at)
    values ($1::bigint, $2::bigint, 'original', case when $4::boolean then now() end) returning id, refund_no
  ),
  items as (
    insert into refund_items (refund_id, order_item_id, reason, comment, images)
    select made.id, item.order_item_id, item.reason, item.comment, item.images
    from made, json_populate_recordset(null::refund_items, $3::json) item
  )
  select id, refund_no from made`,
)

/** Photos uploaded for this order before the request, each for one item. */
async function storePhotos(tx: Tx, orderId: number, refundId: number, pieces: readonly ReturnRequest[]) {
  const paths = pieces.flatMap(({ images }) => images)
  if (paths.length === 0) return
  const stored = await keep.all(tx, orderId, refundId, paths)
  if (stored.length !== paths.length) throw addAgain()
}

const keep = prepared<{ path: string }>(
  'keep refund photos',
  `update refund_photos set refund_id = $2::bigint
  where order_id = $1::bigint and refund_id is null and path = any($3::text[])
  returning path`,
)

/** Items that are not returned stay delivered: the move has changed all lines. */
const keepDelivered = prepared(
  'keep lines delivered',
  `update order_items set status = 'delivered'
  where order_id = $1::bigint and status = 'refund_requested' and id <> all($2::bigint[])`,
)
