import type { Pieces } from '#server/catalog/stock/choose-locations.ts'
import { confirmHeldStock, restockItems } from '#server/catalog/stock/hold-stock.ts'
import { storeAhead } from '#server/catalog/stock/sold-ahead.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { releaseCredit } from '../exchange-credit.ts'
import { queueOrderChanged } from '../messages/order-changed.ts'
import { nothingBack, type RefundAmounts } from '../model/exchange.ts'
import { followParcels, isAllShipped } from '../model/follow-parcels.ts'
import { type LockedOrder, lockOrder } from '../model/lock-order.ts'
import { type ChangePlan, markApplied } from '../model/order-change.ts'
import { moveOrder } from '../model/order-states.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import {
  type OrderLine,
  readLiveLines,
  repriceLines,
  splitOrderLine,
  splitUnshipped,
  storeLocations,
} from '../order-lines.ts'
import { recordOwedRefunds } from '../owed-refunds.ts'
import { refundPaidOrder } from '../refund-paid-order.ts'
import { readRefundable } from '../refundable.ts'
import { changeAddress } from '../shipping/change-address.ts'
import { linesOfOrder } from './changeable-order.ts'

type Applied = { id: number; order_id: number; difference: number; plan: ChangePlan }

/**
 * Carries a planned change out: lines, totals, delivery, address and the money that goes back, with the customer's message. The stock of
 * what is new must be held, and the order locked since it was planned or on hold. Call `carryOutRefunds` afterwards. ADR 0036.
 */
export async function applyChange(
  tx: Tx,
  services: Pick<ShippingServices, 'config' | 'plugins'>,
  { id, order_id, difference, plan }: Applied,
): Promise<void> {
  const order = await lockOrder(tx, order_id)
  if (!order) throw new Error(`Order ${order_id} is gone`)
  const refund = await giveBack(tx, order, -difference, plan.order.grand_total)
  const taken = await confirmHeldStock(tx, order_id)
  await changeLines(tx, order, { id, plan, lessBy: Math.max(0, -difference), refund, taken })
  if (refund.owed + refund.recorded > 0) await recordOwedRefunds(tx, order_id)
  await changeOrder.all(tx, order_id, json(plan.order))
  if (plan.removed.length + plan.restored.length + plan.added.length + plan.repriced.length > 0)
    await dropTerms.all(tx, order_id)
  if (plan.discount_reason !== null) await storeReason.all(tx, order_id, plan.discount_reason)
  if (plan.address) await changeAddress({ db: tx }, order.order_no, plan.address)
  await markApplied.all(tx, id)
  if (order.is_partly_shipped && (await isAllShipped(tx, order_id))) {
    await moveOrder(tx, { id: order_id, status: 'partly_shipped' }, 'shipped')
    await followParcels(tx, services.plugins, order)
  }
  await queueOrderChanged(tx, services.config, { order, change: id, plan, refund })
}

/** What a paid order costs less goes back, at most what the shop still holds of it; of an unpaid one what an exchange pays beyond it. */
async function giveBack(tx: Tx, { id, payment_status }: LockedOrder, lessBy: number, total: number) {
  if (payment_status === 'pending') return { ...nothingBack, ...(await releaseCredit(tx, id, total)) }
  if (lessBy <= 0) return nothingBack
  const refundable = await readRefundable(tx, id)
  const amount = Math.min(lessBy, refundable.amount)
  return refundPaidOrder(tx, { orderId: id, amount, reason: 'cancelled' })
}

type LineChange = {
  id: number
  plan: ChangePlan
  lessBy: number
  refund: RefundAmounts
  /** The stock of what is new. */
  taken: readonly Pieces[]
}

async function changeLines(tx: Tx, order: LockedOrder, { id, plan, lessBy, refund, taken }: LineChange) {
  const lines = new Map((await linesOfOrder(tx, order)).map((line) => [line.id, line]))
  const lineOf = (item: number) => {
    const line = lines.get(item)
    if (!line) throw new Error(`Line ${item} was changed while its order was held`)
    return line
  }
  const removed = []
  for (const { item_id, quantity } of plan.removed)
    removed.push(await splitUnshipped(tx, lineOf(item_id), quantity))
  // By the line that it was a part of: a discount names it.
  const restored = new Map<number, number>()
  for (const { item_id, quantity } of plan.restored)
    restored.set(item_id, (await splitOrderLine(tx, lineOf(item_id), quantity)).id)
  if (removed.length > 0 || lessBy > 0)
    await cancelPieces.all(
      tx,
      removed.map((piece) => piece.id),
      order.id,
      lessBy,
      refund.refunded,
      refund.owed,
      id,
    )
  await bringBack.all(tx, [...restored.values()], order.status)
  await restockItems(tx, removed)
  const repriced = plan.repriced.map((line) => ({
    ...line,
    item_id: restored.get(line.item_id) ?? line.item_id,
  }))
  await repriceLines(tx, repriced)
  await addLines.all(tx, order.id, order.status, json(plan.added))
  const isNew = (line: OrderLine) => !lines.has(line.id) || [...restored.values()].includes(line.id)
  await storeLocations(tx, (await readLiveLines(tx, order.id, order.status)).filter(isNew), taken)
  await storeAhead(tx, order.id)
}

const cancelPieces = prepared(
  'cancel pieces of change',
  `with made as (
    insert into order_cancellations (order_id, is_whole, reason, amount, refunded, owed, change_id)
    values ($2::bigint, false, 'changed', $3::bigint, $4::bigint, $5::bigint, $6::bigint) returning id
  )
  update order_items i set status = 'cancelled', cancellation_id = made.id from made where i.id = any($1::bigint[])`,
)

const bringBack = prepared(
  'bring lines of change back',
  `update order_items set status = $2::text, cancellation_id = null where id = any($1::bigint[])`,
)

const addLines = prepared(
  'add lines of change',
  `insert into order_items (order_id, variation_id, name, slug, sku, brand, category, image_path, quantity, unit_price,
    discount, adjustments, tax, total, customisation, status, return_days, withdrawal_exclusion, min_age, kind, tax_rate, hsn_code)
  select $1::bigint, (select v.id from variations v where v.id = line.variation_id), name, slug, sku, brand, category, image_path, quantity,
    unit_price, discount, adjustments, tax, total, customisation, $2::text, return_days, withdrawal_exclusion, min_age, kind, tax_rate, hsn_code
  from json_populate_recordset(null::order_items, $3::json) line`,
)

/** Totals and delivery as planned. A constraint of the table checks the sums. */
const changeOrder = prepared(
  'change order as planned',
  `update orders o set shipping_method = n.shipping_method, shipping_method_name = n.shipping_method_name, eta_min_days = n.eta_min_days,
    eta_max_days = n.eta_max_days, shipping_total = n.shipping_total, shipping_tax = n.shipping_tax,
    payment_fee_tax = n.payment_fee_tax, charges_tax_rate = n.charges_tax_rate, subtotal = n.subtotal,
    discount_total = n.discount_total, tax_total = n.tax_total, grand_total = n.grand_total, instruction = n.instruction
  from json_populate_record(null::orders, $2::json) n where o.id = $1::bigint`,
)

/** Staff and customer have agreed on these lines: each keeps its share of the discounts. */
const dropTerms = prepared(
  'drop promotion terms of changed order',
  'update orders set promotion_terms = null where id = $1::bigint',
)

const storeReason = prepared(
  'store reason of changed discount',
  `insert into order_discounts (order_id, reason) values ($1::bigint, $2::text)
  on conflict (order_id) do update set reason = excluded.reason`,
)
