import { sql } from 'kysely'
import { adminOrdersEndpoints, type OrderDetail } from '#contract/admin/orders.ts'
import type { Permission } from '#contract/admin/permissions.ts'
import { money } from '#contract/money.ts'
import { refundTargets } from '#contract/refund.ts'
import { orderStatusLabel } from '#contract/rules/order-status.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { awaitsTransfer, isPaidFirst } from '#contract/rules/payment-methods.ts'
import { isParcelEnd } from '#contract/rules/shipment-status.ts'
import { readLocations } from '#server/catalog/stock/locations.ts'
import { isOrderOf } from '#server/commerce/buyers/order-sql.ts'
import { readBookings } from '#server/commerce/couriers/bookings/read-bookings.ts'
import { isUnpaid } from '#server/commerce/orders/model/order-states.ts'
import { requireOrderAccess } from '#server/commerce/orders/model/order-token.ts'
import { readLiveLines, unshippedLines } from '#server/commerce/orders/order-lines.ts'
import {
  hasUnshipped,
  isBeforeShipping,
  isCancellable,
  isChangeable,
} from '#server/commerce/orders/order-rights.ts'
import { readPayoutDetails } from '#server/commerce/orders/payout-details.ts'
import { findOrder } from '#server/commerce/orders/read-order.ts'
import { readRefundable } from '#server/commerce/orders/refundable.ts'
import { readFailedRefunds } from '#server/commerce/payments/failed-refunds.ts'
import { paymentLink } from '#server/commerce/payments/payment-link.ts'
import { staffName } from '#server/people/staff/staff-who-may.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import type { LinkConfig } from '#server/platform/notify/unsubscribe-link.ts'
import { readRisks } from './order-risks.ts'
import { readFacts, versionOf } from './order-version.ts'
import { organized } from './organize-orders.ts'
import { orderNotFound } from './refusals.ts'
import { readDiscount } from './staff-discount.ts'

const OTHER_ORDERS = 10
const LOG_ENTRIES = 200

/**
 * An order with what only staff see.
 * @param permissions of the reader: who may not pay a refund back sees only the hint of its account, `payout.label`
 * @throws 404
 */
export async function readOrderDetail(
  { db, config, plugins }: { db: Db | Tx; config: LinkConfig; plugins: Pick<PluginRegistry, 'creditPlugin'> },
  id: number,
  permissions: readonly Permission[],
): Promise<OrderDetail> {
  const order = await findOrder(db, id)
  if (!order) throw orderNotFound()
  const row = await db
    .selectFrom('orders')
    .select(['review_reason', 'customer_id', 'guest_id', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { token: _, ...shown } = order
  const customer_id = row.customer_id ?? row.guest_id
  const left_to_ship = await leftToShip(db, order)
  const marks = await organized.first(db, [id])
  const refundable = await readRefundable(db, id)
  return {
    ...shown,
    version: versionOf(await readFacts(db, id)),
    review_reason: row.review_reason,
    customer_id,
    notes: await readNotes(db, id),
    tags: marks?.tags ?? [],
    assigned_to: marks?.assigned_to ?? null,
    ...(await readDiscount(db, id)),
    risks: (await readRisks(db, [id])).get(id) ?? [],
    payments: await readPayments(db, id),
    failed_refunds: (await readFailedRefunds(db, id)).map(({ amount, currency, next, ...refund }) => ({
      ...refund,
      amount: money(amount, currency),
      next_attempt_at: next.toISOString(),
    })),
    blocked_cards: (await blockedCards.all(db, id)).map(({ label }) => label),
    messages: await readMessages(db, id),
    log: await readLog(db, order.order_no),
    other_orders: customer_id === null ? [] : await readOtherOrders(db, customer_id, id),
    payment_link:
      (isPaidOnline(order) || order.change?.is_paid_online) && permissions.includes('orders.write')
        ? paymentLink(config, {
            ...(await requireOrderAccess(db, id)),
            payment_method: order.payment_method.code,
          })
        : null,
    left_to_ship,
    ...(await readItemLocations(db, id)),
    payout_details: permissions.includes(adminOrdersEndpoints.payBack.permission)
      ? await readPayoutDetails({ db, config }, id)
      : null,
    documents: await readDocuments(db, id),
    bookings: await readBookings(db, id),
    actions: actionsOf(order, { hasLeft: left_to_ship.length > 0, isRefundable: refundable.amount > 0 }),
    refundable: {
      amount: money(refundable.amount, row.currency),
      delivery: money(refundable.delivery, row.currency),
      to: row.customer_id !== null && (await plugins.creditPlugin(db)) ? [...refundTargets] : ['original'],
    },
  }
}

const isPaidOnline = ({ status, payment_method, exchange }: Order) =>
  isUnpaid(status) && isPaidFirst(payment_method.code) && !exchange?.awaits_return

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Of an order that may still be shipped. */
async function leftToShip(
  db: Db | Tx,
  { id, status, grand_total }: Order,
): Promise<OrderDetail['left_to_ship']> {
  if (!canBeShipped(status)) return []
  const of = (amount: number) => money(amount, grand_total.currency)
  const lines = unshippedLines(await readLiveLines(db, id, status))
  const barcodes = await readBarcodes(db, lines)
  const promises = new Map((await promisesOf.all(db, id)).map((line) => [line.id, line]))
  return lines.map((line) => ({
    order_item_id: line.id,
    name: line.name,
    barcode: barcodes.get(line.variation_id) ?? null,
    quantity: line.quantity,
    ahead: promised(promises.get(line.id), line.quantity),
    price: of(line.unit_price),
    discount: of(line.discount),
    tax: of(line.tax),
    total: of(line.total),
  }))
}

type Promised = { id: number; quantity: number; date: string }

const promisesOf = prepared<Promised>(
  'promises of order lines',
  `select id, (sold_ahead ->> 'quantity')::integer as quantity, sold_ahead ->> 'date' as date
  from order_items where order_id = $1::bigint and sold_ahead is not null`,
)

/** Of what is left of a line: the pieces that were there have left first. */
const promised = (line: Promised | undefined, left: number) =>
  line ? { quantity: Math.min(line.quantity, left), date: line.date } : null

async function readBarcodes(db: Db | Tx, lines: readonly { variation_id: number | null }[]) {
  const ids = lines.flatMap(({ variation_id }) => variation_id ?? [])
  if (ids.length === 0) return new Map<number | null, string | null>()
  const rows = await db.selectFrom('variations').select(['id', 'barcode']).where('id', 'in', ids).execute()
  return new Map<number | null, string | null>(rows.map(({ id, barcode }) => [id, barcode]))
}

const canBeShipped = (status: Order['status']) =>
  isBeforeShipping(status) || status === 'shipped' || status === 'out_for_delivery'

/** The actions that the domain functions accept in this state. */
function actionsOf(
  order: Order,
  { hasLeft, isRefundable }: { hasLeft: boolean; isRefundable: boolean },
): OrderDetail['actions'] {
  const { status, payment_status, payment_method, shipments, refunds } = order
  const isWaiting = awaitsTransfer({ payment_method: payment_method.code, payment_status })
  const isOnHold = order.change !== null
  const isPacking = status === 'placed' || status === 'packed'
  const has_whole_invoice = order.invoices.some(({ waybill }) => waybill === null)
  const can = {
    confirmPayment:
      !isPaidFirst(payment_method.code) &&
      payment_status === 'pending' &&
      status !== 'cancelled' &&
      !isUnpaid(status) &&
      !isOnHold,
    pack: status === 'placed' && !isWaiting && !isOnHold,
    markReady: isPacking && order.pickup?.ready_at === null && !isWaiting && !isOnHold,
    handOver: status === 'packed' && order.pickup?.code != null,
    ship: hasLeft && !isWaiting && !isOnHold,
    scan: shipments.some((shipment) => !isParcelEnd(shipment.status)),
    cancel: isCancellable(order),
    startReturn: status === 'delivered' && isRefundable,
    exchange: status === 'delivered' && isRefundable,
    giveBack: isRefundable,
    changeAddress: hasUnshipped(order),
    sendPaymentLink: isPaidOnline(order),
    replace: shipments.some((shipment) => shipment.status !== 'came_back'),
    change: isChangeable({ ...order, has_whole_invoice }) && !isOnHold,
    withdrawChange: isOnHold,
    refund: refunds.some(({ status: step }) => step !== 'refunded' && step !== 'refund_rejected'),
  }
  return keysOf(can).filter((name) => can[name])
}

/** Where the pieces of each line leave, in a shop with several locations. */
async function readItemLocations(db: Db | Tx, id: number) {
  const locations = await readLocations(db)
  return { locations, item_locations: locations.length > 0 ? await itemLocations.all(db, id) : [] }
}

const itemLocations = prepared<OrderDetail['item_locations'][number]>(
  'locations of order lines',
  `select i.id as item_id, p.id as location_id, p.name
  from order_items i join stock_locations p on p.id = i.location_id or (i.location_id is null and p.is_main)
  where i.order_id = $1::bigint order by i.id`,
)

async function readDocuments(db: Db | Tx, orderId: number): Promise<OrderDetail['documents']> {
  const credit_notes = await db
    .selectFrom('credit_notes as n')
    .innerJoin('refunds as r', 'r.id', 'n.refund_id')
    .select(['r.refund_no', 'n.credit_note_no'])
    .where('r.order_id', '=', orderId)
    .orderBy('r.id')
    .execute()
  return { credit_notes }
}

async function readNotes(db: Db | Tx, orderId: number): Promise<OrderDetail['notes']> {
  const rows = await db
    .selectFrom('order_notes')
    .select(['id', 'at', 'author', 'text'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  const mentions = await db
    .selectFrom('order_mentions as m')
    .innerJoin('order_notes as n', 'n.id', 'm.note_id')
    .innerJoin('staff as s', 's.id', 'm.staff_id')
    .select(['m.note_id', 's.id', staffName.as('name'), 'm.seen_at'])
    .where('n.order_id', '=', orderId)
    .orderBy('s.id')
    .execute()
  const mentionsOf = Map.groupBy(mentions, ({ note_id }) => note_id)
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    mentions: (mentionsOf.get(row.id) ?? []).map(({ id, name, seen_at }) => ({
      id,
      name,
      seen_at: seen_at?.toISOString() ?? null,
    })),
  }))
}

async function readPayments(db: Db | Tx, orderId: number): Promise<OrderDetail['payments']> {
  const rows = await db
    .selectFrom('payments as p')
    .leftJoin('value_accounts as a', 'a.id', 'p.value_account_id')
    .selectAll('p')
    .select('a.label as value_label')
    // Money that pays the order of an exchange is still with the shop.
    .select(({ selectFrom }) =>
      selectFrom('payments as moved')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('moved.captured_amount'), sql<number>`0`).as('sum'))
        .whereRef('moved.source_id', '=', 'p.id')
        .where('moved.status', '=', 'paid')
        .as('exchanged'),
    )
    .where('p.order_id', '=', orderId)
    .orderBy('p.created_at')
    .execute()
  return rows.map(({ id, gateway, gateway_payment_id, value_label, status, currency, ...row }) => ({
    ...{ id, gateway, gateway_payment_id, value_label, status },
    amount: money(row.amount, currency),
    captured: money(row.captured_amount, currency),
    refunded: money(row.refunded_amount - Number(row.exchanged), currency),
    at: row.created_at.toISOString(),
  }))
}

/** Also those that paid the order which this one is an exchange for. */
const blockedCards = prepared<{ label: string }>(
  'blocked cards of order',
  `with recursive origin as (
    select p.source_id, p.value_account_id from payments p where p.order_id = $1::bigint
    union
    select s.source_id, s.value_account_id from origin o join payments s on s.id = o.source_id
  )
  select a.label from origin o join value_accounts a on a.id = o.value_account_id where a.blocked_at is not null order by a.id`,
)

async function readMessages(db: Db | Tx, orderId: number): Promise<OrderDetail['messages']> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'channel', 'recipient', 'created_at', 'sent_at', 'given_up_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ created_at, sent_at, given_up_at, ...row }) => ({
    ...row,
    at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    failed_at: given_up_at?.toISOString() ?? null,
  }))
}

/** The newest entries of the audit log, without addresses of devices. */
async function readLog(db: Db | Tx, order_no: string): Promise<OrderDetail['log']> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'before', 'after'])
    .where('record_type', '=', 'order')
    .where('record_id', '=', order_no)
    .orderBy('id', 'desc')
    .limit(LOG_ENTRIES)
    .execute()
  return rows.map(({ at, before, after, ...row }) => ({
    ...row,
    at: at.toISOString(),
    before,
    after,
  }))
}

async function readOtherOrders(db: Db | Tx, customerId: number, id: number) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_no', 'status', 'placed_at'])
    .where(isOrderOf('orders', customerId))
    .where('id', '<>', id)
    .orderBy('placed_at', 'desc')
    .limit(OTHER_ORDERS)
    .execute()
  return rows.map(({ status, placed_at, ...row }) => ({
    ...row,
    status_label: orderStatusLabel(status),
    placed_at: placed_at.toISOString(),
  }))
}
