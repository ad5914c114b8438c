import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter, OrderRow } from '#contract/admin/orders.ts'
import { money } from '#contract/money.ts'
import { type OrderState, orderLabel } from '#contract/rules/order-status.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readRisks } from './order-risks.ts'
import { type FilterReader, filteredOrders } from './order-search.ts'
import { countTabs, countTabsOf, type TabCounts, tabConditions } from './order-tabs.ts'
import { organized } from './organize-orders.ts'

export type OrderQuery = OrderFilter & {
  page: number
  per_page: number
  sort: 'placed_at' | 'grand_total'
  order: 'asc' | 'desc'
}

/**
 * A page of the shop's orders, and how many orders each tab has (with conditions: of those found).
 */
export async function listOrders(db: Db, query: OrderQuery, reader: FilterReader) {
  const { page, per_page, tab } = query
  const { ids, tabs } = await findOrders(db, query, reader)
  return {
    data: await readOrders(db, ids),
    current_page: page,
    last_page: Math.max(1, Math.ceil(tabs[tab] / per_page)),
    per_page,
    total: tabs[tab],
    tabs,
  }
}

type Page = { ids: number[]; tabs: TabCounts }

/** The ids of a page of orders, and the counts of the tabs. */
export function findOrders(db: Db, query: OrderQuery, reader: FilterReader): Promise<Page> {
  const matching = filteredOrders(query, reader)
  return matching ? searchPage(db, query, matching) : readPage(db, query)
}

/** Orders as the list shows them, in the order of the ids. */
export async function readOrders(db: Db, ids: readonly number[]): Promise<OrderRow[]> {
  const [rows, marks, risks] = await Promise.all([
    readRows(db, ids),
    organized.all(db, ids),
    readRisks(db, ids),
  ])
  const marksOf = new Map(marks.map((order) => [order.id, order]))
  return rows.map((row) => {
    const { tags = [], assigned_to = null } = marksOf.get(row.id) ?? {}
    return { ...toRow(row), tags, assigned_to, risks: risks.get(row.id) ?? [] }
  })
}

/** Both queries read indexes only: a page of ids, and the counts. */
async function readPage(db: Db, { page, per_page, sort, order, tab }: OrderQuery): Promise<Page> {
  const [rows, tabs] = await Promise.all([
    db
      .selectFrom('orders')
      .select('id')
      .where(tabConditions[tab])
      // Ids are in the order of placing, and have an index with the state.
      .orderBy(sort === 'placed_at' ? 'id' : 'grand_total', order)
      .orderBy('id', order)
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    countTabs(db),
  ])
  return { ids: rows.map(({ id }) => id), tabs }
}

/** One query, so that the orders are searched once for the page and the counts. Without a text both read the index of the filters. */
async function searchPage(
  db: Db,
  { page, per_page, sort, order, tab, q }: OrderQuery,
  matching: RawBuilder<unknown>,
): Promise<Page> {
  const [column, direction] = [
    sql.ref(sort === 'placed_at' ? 'id' : 'grand_total'),
    sql.raw(order === 'asc' ? 'asc' : 'desc'),
  ]
  const { rows } = await sql<Page>`
    with found as ${sql.raw(q ? 'materialized' : 'not materialized')} ${matching}
    select
      (select coalesce(json_agg(id), '[]') from (
        select id from found where ${tabConditions[tab]}
        order by ${column} ${direction}, id ${direction} limit ${per_page} offset ${(page - 1) * per_page}
      ) shown) as ids,
      ${countTabsOf(sql`found`)} as tabs`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The orders were not searched')
  return found
}

/** In the order of the ids. */
async function readRows(db: Db, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .select([
      'id',
      'order_no',
      'status',
      'payment_status',
      'payment_method_name',
      'currency',
      'grand_total',
      'placed_at',
      'review_reason',
      'is_partly_shipped',
      'is_quote',
    ])
    .select([
      sql<string>`trim(concat(shipping_address ->> 'first_name', ' ', shipping_address ->> 'last_name'))`.as(
        'customer',
      ),
      sql<string>`coalesce(shipping_address ->> 'city', '')`.as('city'),
      sql<number>`(select coalesce(sum(i.quantity), 0)::integer from order_items i
        where i.order_id = orders.id and i.status <> 'cancelled')`.as('units'),
      sql<string[]>`array(select i.image_path from order_items i
        where i.order_id = orders.id and i.status <> 'cancelled' and i.image_path is not null and i.split_from is null
        order by i.id limit 3)`.as('pictures'),
      sql<string[]>`array(select i.name from order_items i
        where i.order_id = orders.id and i.status <> 'cancelled' and i.split_from is null order by i.id limit 3)`.as(
        'products',
      ),
      sql<string[]>`array(select distinct s.courier from shipments s where s.order_id = orders.id)`.as(
        'couriers',
      ),
      sql<number>`(select coalesce(sum(w.amount), 0)::bigint from owed_refunds w
        where w.order_id = orders.id and w.paid_at is null)`.as('owed'),
      sql<boolean>`exists (select from owed_refunds w
        where w.order_id = orders.id and w.paid_at is null and w.is_earlier)`.as('is_owed_earlier'),
    ])
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Row = {
  currency: string
  grand_total: number
  placed_at: Date
  status: OrderState
  payment_method_name: string
  review_reason: string | null
  is_partly_shipped: boolean
  is_quote: boolean
  owed: number
} & Pick<
  OrderRow,
  | 'id'
  | 'order_no'
  | 'payment_status'
  | 'customer'
  | 'city'
  | 'units'
  | 'pictures'
  | 'products'
  | 'couriers'
  | 'is_owed_earlier'
>

const toRow = ({
  currency,
  grand_total,
  placed_at,
  payment_method_name,
  review_reason,
  is_partly_shipped,
  is_quote,
  owed,
  ...row
}: Row): Omit<OrderRow, 'tags' | 'assigned_to' | 'risks'> => ({
  ...row,
  status_label: orderLabel({ ...row, is_partly_shipped, is_quote, owes: owed > 0 }),
  is_partly_shipped,
  owed: owed > 0 ? money(owed, currency) : null,
  payment_method: payment_method_name,
  needs_review: review_reason !== null,
  grand_total: money(grand_total, currency),
  placed_at: placed_at.toISOString(),
})
