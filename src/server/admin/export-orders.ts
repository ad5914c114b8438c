import { sql } from 'kysely'
import type { OrderFilter, OrderRow } from '#contract/admin/orders.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import { money } from '#contract/money.ts'
import { percent } from '#server/commerce/orders/invoices/tax-lines.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { EVERY_ROW } from '#server/platform/kernel/list-page.ts'
import { type CsvRow, csvFile, rowsById } from '#server/platform/text/csv.ts'
import { readExportCells } from '#server/shop/custom-fields/field-cells.ts'
import { findOrders, readOrders } from './list-orders.ts'
import type { FilterReader } from './order-search.ts'

const PAGE = 500

/**
 * The orders of a filter as CSV, newest first: a line per order, or a line per item with contact, address, delivery and taxes.
 */
export async function exportOrders(
  db: Db,
  filter: OrderFilter,
  { by, ...reader }: FilterReader & { by: 'order' | 'item' },
): Promise<AsyncIterable<string>> {
  const { ids } = await findOrders(
    db,
    { ...filter, page: 1, per_page: EVERY_ROW, sort: 'placed_at', order: 'desc' },
    reader,
  )
  return csvFile(rowsById(ids, PAGE, (page) => readLines(db, page, by)))
}

async function readLines(db: Db, ids: readonly number[], by: 'order' | 'item'): Promise<CsvRow[]> {
  const [orders, cellsOf] = await Promise.all([readOrders(db, ids), readExportCells(db, 'order', ids)])
  return by === 'order'
    ? orders.map((order) => ({ ...orderLine(order), ...cellsOf(order.id) }))
    : (await itemLines(db, orders)).map(({ order_id, line }) => ({ ...line, ...cellsOf(order_id) }))
}

const orderLine = (order: OrderRow): CsvRow => ({
  order: order.order_no,
  placed: order.placed_at,
  state: order.status_label,
  payment: order.payment_status,
  method: order.payment_method,
  customer: order.customer,
  city: order.city,
  items: String(order.units),
  total: decimalAmount(order.grand_total),
  refund_to_pay: order.owed ? decimalAmount(order.owed) : '',
  refund_note: order.is_owed_earlier ? 'from before this version: check whether it was paid' : '',
  currency: order.grand_total.currency,
  ...workColumns(order),
})

/** What staff added to the order. */
const workColumns = ({ couriers, tags, assigned_to, risks }: OrderRow): CsvRow => ({
  couriers: couriers.join(', '),
  tags: tags.join(', '),
  assigned_to: assigned_to?.name ?? '',
  hints: risks.map(({ text }) => text).join(' '),
})

/** The items of the orders in their order. */
async function itemLines(db: Db, orders: readonly OrderRow[]): Promise<{ order_id: number; line: CsvRow }[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const byOrder = Map.groupBy(await readItems(db, ids), ({ order_id }) => order_id)
  return orders.flatMap((order) =>
    (byOrder.get(order.id) ?? []).map((item) => ({ order_id: order.id, line: itemLine(item, order) })),
  )
}

const readItems = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('channels as c', 'c.id', 'o.channel_id')
    .select([
      'i.order_id',
      'i.sku',
      'i.name',
      'i.quantity',
      'i.unit_price',
      'i.discount',
      'i.tax',
      'i.tax_rate',
      'i.total',
    ])
    .select([
      'i.hsn_code',
      'i.status as item_status',
      'o.currency',
      'o.email',
      'o.phone',
      'o.shipping_method_name',
    ])
    .select([
      'o.shipping_total',
      'o.discount_total',
      'o.payment_fee',
      'o.tax_total',
      'o.coupon_code',
      'o.instruction',
    ])
    .select('c.code as channel')
    .select(
      addressColumns.map((column) =>
        sql<string>`coalesce(o.shipping_address ->> ${sql.lit(column)}, '')`.as(column),
      ),
    )
    .where('i.order_id', 'in', [...ids])
    .orderBy('i.id')
    .execute()

/** An item with what is known of its order. */
function itemLine(item: Awaited<ReturnType<typeof readItems>>[number], order: OrderRow): CsvRow {
  const amount = (value: number) => decimalAmount(money(value, item.currency))
  return {
    order: order.order_no,
    placed: order.placed_at,
    channel: item.channel,
    state: order.status_label,
    payment: order.payment_status,
    method: order.payment_method,
    sku: item.sku,
    item: item.name,
    item_state: item.item_status,
    quantity: String(item.quantity),
    price: amount(item.unit_price),
    item_discount: amount(item.discount),
    tax_rate: percent(item.tax_rate),
    item_tax: amount(item.tax),
    item_total: amount(item.total),
    hsn_code: item.hsn_code,
    coupon: item.coupon_code ?? '',
    delivery: item.shipping_method_name,
    delivery_charge: amount(item.shipping_total),
    payment_fee: amount(item.payment_fee),
    order_discount: amount(item.discount_total),
    order_tax: amount(item.tax_total),
    order_total: decimalAmount(order.grand_total),
    currency: item.currency,
    email: item.email ?? '',
    phone: item.phone ?? '',
    ...Object.fromEntries(addressColumns.map((column) => [column, item[column] ?? ''])),
    note: item.instruction ?? '',
    ...workColumns(order),
  }
}

const addressColumns = [
  'first_name',
  'last_name',
  'address_line_1',
  'address_line_2',
  'city',
  'postcode',
  'state_name',
  'country_name',
] as const
