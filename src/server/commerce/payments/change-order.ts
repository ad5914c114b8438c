import type { OrderChange } from '#contract/admin/orders.ts'
import { type LineAmounts, piecesOf, totalOfLines, unshippedPart } from '#contract/rules/split-amounts.ts'
import { holdStock } from '#server/catalog/stock/hold-stock.ts'
import { requireLocation } from '#server/catalog/stock/locations.ts'
import { type PickupAt, reserveStock } from '#server/catalog/stock/reserve-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readChannelByCode } from '#server/shop/channels/read-channel.ts'
import { findOnlineGateway } from '../gateways/find-gateway.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { benefitsOfCancelled } from '../orders/benefits.ts'
import { applyChange } from '../orders/changes/apply-change.ts'
import {
  type ChangeableLine,
  type ChangeableOrder,
  requireChangeable,
} from '../orders/changes/changeable-order.ts'
import { planChange } from '../orders/changes/plan-change.ts'
import { queueChangeEnded, queueChangeProposed } from '../orders/messages/order-changed.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import { type LostBenefits, lostBenefits, nothingLost } from '../orders/model/lost-benefits.ts'
import { type ChangePlan, endChange, storeChange } from '../orders/model/order-change.ts'
import { requireOrderAccess } from '../orders/model/order-token.ts'
import { noChangeWaits } from '../orders/model/refusals.ts'
import { noWayToPay, totalMoved } from './model/refusals.ts'
import { paymentLink } from './payment-link.ts'

/** How the difference of a change is settled: nothing is due, money goes back, or the customer pays or accepts it. */
export type Settlement = 'none' | 'refund' | 'payment' | 'acceptance'

/**
 * What a change would make of an order, without making it. ADR 0036.
 * @throws as `requireChangeable` and `planChange`
 */
export const quoteChange = (db: Db, orderId: number, request: OrderChange) =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const { order, lines, planned } = await planFor(tx, orderId, request)
    const settlement = settlementOf(order, planned.difference)
    return { order, lines, ...planned, settlement, kept: await keptBenefits(tx, order, lines, planned.plan) }
  })

/** What the rest would lose with the pieces that a change takes out, if they were cancelled. */
async function keptBenefits(
  tx: Tx,
  { id, status, is_tax_included }: ChangeableOrder,
  lines: readonly ChangeableLine[],
  { removed }: ChangePlan,
): Promise<LostBenefits> {
  if (removed.length === 0) return nothingLost
  const pieces = new Map<number, LineAmounts>()
  for (const { item_id, quantity } of removed) {
    const line = lines.find((one) => one.id === item_id)
    if (line) pieces.set(item_id, piecesOf(unshippedPart(line, line.shipped), quantity))
  }
  const worth = totalOfLines([...pieces.values()], is_tax_included)
  const benefits = await benefitsOfCancelled(tx, id, { status, pieces, worth })
  const gifts = lines.filter((line) => benefits.gifts.includes(line.id) && !pieces.has(line.id))
  return lostBenefits(benefits, gifts)
}

export type AgreedChange = OrderChange & {
  idempotency_key: string
  /** The total that staff saw, in minor units. */
  expected_total: number
  /** How long the customer may answer where the order costs more. */
  days: number
}

/**
 * Changes an order before its shipment: at once where it costs no more, otherwise when the customer has paid the difference or
 * accepted it; until then the order is on hold, with the stock of the new pieces. Call `carryOutRefunds` afterwards. ADR 0036.
 * @throws as `quoteChange`; 409 PRICES_CHANGED for another total than the expected one, OUT_OF_STOCK, PAYMENT_UNAVAILABLE when the
 * shop has no online payment for the difference; 422 at items when nothing changes
 */
export const changeOrder = (
  services: PaymentServices,
  orderId: number,
  request: AgreedChange,
): Promise<{ plan: ChangePlan; settlement: Settlement }> =>
  inTransaction(services.db, async (tx) => {
    await lockOrder(tx, orderId)
    const { order, channel, planned } = await planFor(tx, orderId, request)
    const { difference, isEmpty } = planned
    if (isEmpty) throw invalid({ items: ['Nothing is different'] })
    if (planned.plan.order.grand_total !== request.expected_total) throw totalMoved()
    const settlement = settlementOf(order, difference)
    await holdStock(
      tx,
      orderId,
      await reserveStock(tx, await stockRequests(tx, planned.plan), await pickupOf(tx, order)),
    )
    const gateway = settlement === 'payment' ? await gatewayFor(tx, services, channel, order) : null
    const days = settlement === 'payment' || settlement === 'acceptance' ? request.days : null
    const { id, answer_by } = await storeChange(tx, {
      ...{ order_id: orderId, key: request.idempotency_key, plan: planned.plan },
      ...{ difference, gateway, days },
    })
    const change = { id, order_id: orderId, difference, plan: planned.plan }
    if (!answer_by) await applyChange(tx, services, change)
    else {
      const access = await requireOrderAccess(tx, orderId)
      const payment_link = gateway && paymentLink(services.config, { ...access, payment_method: gateway })
      const proposal = { order, change: id, plan: planned.plan, difference, answer_by, payment_link }
      await queueChangeProposed(tx, services.config, proposal)
    }
    return { plan: planned.plan, settlement }
  })

/** Where new pieces of the order are picked up. */
async function pickupOf(tx: Tx, { id }: ChangeableOrder): Promise<PickupAt> {
  const found = await pickup.first(tx, id)
  return found ? requireLocation(tx, found.location_id) : 'delivered'
}

const pickup = prepared<{ location_id: number }>(
  'pick-up of changed order',
  'select location_id from order_pickups where order_id = $1::bigint',
)

async function planFor(tx: Tx, orderId: number, request: OrderChange) {
  const { order, lines } = await requireChangeable(tx, orderId)
  const channel = await readChannelByCode(tx, order.channel_code)
  if (!channel) throw new Error(`Order ${order.order_no} has no channel`)
  return { order, lines, channel, planned: await planChange(tx, channel, { order, lines }, request) }
}

function settlementOf({ payment_status }: ChangeableOrder, difference: number): Settlement {
  const isPaid = payment_status !== 'pending'
  if (difference > 0) return isPaid ? 'payment' : 'acceptance'
  return difference < 0 && isPaid ? 'refund' : 'none'
}

/** The gateway that the order was paid by, otherwise the first one that the channel offers. */
async function gatewayFor(
  tx: Tx,
  services: PaymentServices,
  { id }: Channel,
  { payment_method }: ChangeableOrder,
) {
  const offered = await offeredMethods.all(tx, id)
  const codes = [payment_method, ...offered.map(({ code }) => code)]
  const code = codes.find((known) => findOnlineGateway(services, known))
  if (code === undefined) throw noWayToPay()
  return code
}

const offeredMethods = prepared<{ code: string }>(
  'payment methods for difference',
  'select code from payment_methods where channel_id = $1::integer and is_active order by sort_order, id',
)

/** Of pieces that are new and of those that come back. A line without a slug never had a product. */
const stockRequests = (tx: Tx, { added, restored }: ChangePlan) =>
  requestsOf.all(tx, json(added), json(restored))

const requestsOf = prepared<Parameters<typeof reserveStock>[1][number]>(
  'stock requests of change',
  `select coalesce(n.variation_id, 0) as variation_id, coalesce(v.product_id, 0) as product_id, n.quantity, n.name,
    coalesce(v.tracks_stock, true) as tracks_stock, coalesce(v.is_published and p.is_published, false) as is_buyable
  from (
    select variation_id, quantity, name from json_populate_recordset(null::order_items, $1::json)
    union all
    select i.variation_id, back.quantity, i.name
    from json_to_recordset($2::json) back(item_id bigint, quantity integer) join order_items i on i.id = back.item_id and i.slug <> ''
  ) n
  left join variations v on v.id = n.variation_id
  left join products p on p.id = v.product_id`,
)

/**
 * Ends the change that waits before its customer has answered, and notifies them.
 * @throws 409 ORDER_STATE when none waits
 */
export const withdrawChange = (
  services: Pick<PaymentServices, 'db' | 'config'>,
  orderId: number,
): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    await lockOrder(tx, orderId)
    const ended = await endChange(tx, orderId, 'withdrawn')
    if (ended === undefined) throw noChangeWaits()
    await queueChangeEnded(tx, services.config, orderId, ended)
  })
