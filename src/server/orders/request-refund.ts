import { money } from '#contract/money.ts'
import type { RefundReason } from '#contract/rules/order-reasons.ts'
import { moveOrder } from '../checkout/order-states.ts'
import { findOrder } from '../checkout/read-order.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import { json } from '../db/schema.ts'
import type { Tx } from '../http/context.ts'
import { invalid, rejected } from '../http/errors.ts'
import { queueRefundNews } from '../notify/refund-news.ts'
import { lockOrder } from '../payments/lock-payment.ts'
import { type OrderLine, pickPieces, readLiveLines, separatePieces, type Wish } from './order-lines.ts'
import { rightsOf } from './order-rights.ts'
import { isPhotoOf } from './photo-path.ts'
import { readRights } from './read-rights.ts'
import type { ShippingServices } from './shipping/shipping-services.ts'
import { worthOf } from './split-amounts.ts'

export type ReturnWish = Wish & { reason: RefundReason; comment: string; images: readonly string[] }

/**
 * Asks to send pieces of a delivered order back, each with its reason and photos, within the days that each may be returned.
 * They become worth what was paid for them after discount; delivery is not refunded. One request an order (decisions §2, status
 * machine). Spec §7 Orders, decisions §4; ADR 0010.
 *
 * @throws 409 NOT_REFUNDABLE when the shop, the state or the time does not allow it; 422 at `items` or `images`.
 */
export function requestOrderRefund(
  { db, config }: ShippingServices,
  orderId: number,
  items: readonly ReturnWish[],
) {
  const photos = items.flatMap(({ images }) => images)
  if (!photos.every((path) => isPhotoOf(config.tokenSecret, orderId, path))) throw addAgain()
  return retrySerialization(() => db.transaction().execute((tx) => requestIn(tx, config, orderId, items)))
}

const addAgain = () => invalid({ images: ['Please add your photos again'] })

async function requestIn(
  tx: Tx,
  config: ShippingServices['config'],
  orderId: number,
  items: readonly ReturnWish[],
) {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'delivered') throw notRefundable('This order cannot be sent back')
  const wished = pickPieces(await readLiveLines(tx, order.id, order.status), items)
  const rights = rightsOf(order, await readRights(tx, order.id))
  for (const { line } of wished)
    if (!rights.ofItem(line).can_refund) throw notRefundable(`${line.name} can no longer be sent back`)

  const pieces: (ReturnWish & { line: OrderLine })[] = []
  for (const { line, wish } of wished)
    pieces.push({ ...wish, line: await separatePieces(tx, line, wish.quantity) })
  const lines = pieces.map(({ line }) => line)
  const amount = worthOf(lines, order.is_tax_included)
  if (amount === 0) throw notRefundable('There is nothing to pay back for these items')
  const refund = await write(tx, order.id, amount, pieces)
  await keepPhotos(tx, order.id, refund.id, pieces)
  await moveOrder(tx, order, 'refund_requested')
  await keepDelivered.all(
    tx,
    order.id,
    lines.map(({ id }) => id),
  )
  await queueRefundNews(
    tx,
    config,
    { order_id: order.id, refund_no: refund.refund_no, amount, note: '', is_by_hand: false },
    'refund_requested',
  )
  const wire = await findOrder(tx, order.id)
  if (!wire) throw new Error('The order is gone')
  return {
    refund_no: refund.refund_no,
    status: 'refund_requested',
    amount: money(amount, order.currency),
    order: wire,
  }
}

const notRefundable = (message: string) => rejected('NOT_REFUNDABLE', message)

async function write(
  tx: Tx,
  orderId: number,
  amount: number,
  pieces: readonly (ReturnWish & { line: OrderLine })[],
) {
  const rows = pieces.map(({ line, reason, comment, images }) => ({
    order_item_id: line.id,
    reason,
    comment,
    images,
  }))
  const written = await insert.first(tx, orderId, amount, json(rows))
  if (!written) throw new Error('The refund was not written')
  return written
}

const insert = prepared<{ id: number; refund_no: string }>(
  'insert refund',
  `with made as (
    insert into refunds (order_id, amount, refund_to) values ($1::bigint, $2::bigint, 'original') returning id, refund_no
  ),
  items as (
    insert into refund_items (refund_id, order_item_id, reason, comment, images)
    select made.id, item.order_item_id, item.reason, item.comment, item.images
    from made, json_populate_recordset(null::refund_items, $3::json) item
  )
  select id, refund_no from made`,
)

/** Photos that were sent ahead for this very order, each for one item. */
async function keepPhotos(tx: Tx, orderId: number, refundId: number, pieces: readonly ReturnWish[]) {
  const paths = pieces.flatMap(({ images }) => images)
  if (paths.length === 0) return
  const kept = await keep.all(tx, orderId, refundId, paths)
  if (kept.length !== paths.length) throw addAgain()
}

const keep = prepared<{ path: string }>(
  'keep refund photos',
  `update refund_photos set refund_id = $2::bigint
  where order_id = $1::bigint and refund_id is null and path = any($3::text[])
  returning path`,
)

/** What is not sent back stays with the shopper: the move has taken all lines along. */
const keepDelivered = prepared(
  'keep lines delivered',
  `update order_items set status = 'delivered'
  where order_id = $1::bigint and status = 'refund_requested' and id <> all($2::bigint[])`,
)
