import { type RawBuilder, sql } from 'kysely'
import type { CustomerFilter, CustomerRow } from '#contract/admin/customers/customers.ts'
import { money } from '#contract/money.ts'
import { customerConditions, hasOrderRules, kindCondition } from '#server/commerce/buyers/customer-rules.ts'
import { ordersOf } from '#server/commerce/buyers/order-sql.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import { matchingCustomers } from './customer-search.ts'
import { readOrganized } from './organize-customers.ts'
import { readCurrency } from './read-customer.ts'

/** `timeZone`: of its days. */
export type Filter = CustomerFilter & { timeZone: string }
type Query = Filter & { page: number; per_page: number; order: 'asc' | 'desc'; q?: string | undefined }

/** A page of the customers. Details, orders and sums are read for the rows of the page only. */
export async function listCustomers(db: Db, query: Query) {
  const { page, per_page } = query
  const { ids, total } = await readPage(db, query)
  return {
    data: await readCustomerRows(db, ids),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

/** The ids of the customers of a filter, the newest first. */
export async function findCustomers(
  db: Db,
  filter: Filter & { q?: string | undefined },
  most: number,
): Promise<number[]> {
  const { ids } = await readPage(db, { ...filter, page: 1, per_page: most, order: 'desc' })
  return ids
}

/** How many customers meet a filter: exact up to 50,000 without a rule of orders, and always with one. */
export const countCustomers = async (db: Db, filter: Filter): Promise<number> =>
  (await readPage(db, { ...filter, page: 1, per_page: 1, order: 'desc' })).total

/** Customers as the list shows them, in the order of the ids. */
export async function readCustomerRows(db: Db, ids: readonly number[]): Promise<CustomerRow[]> {
  const [rows, organized, currency] = await Promise.all([
    readRows(db, ids),
    readOrganized(db, ids),
    readCurrency(db),
  ])
  const work = new Map(organized.map(({ id, ...marks }) => [id, marks]))
  return rows.map(({ first_name, last_name, created_at, bought, ...row }): CustomerRow => {
    const { count, sum, last } = bought
    return {
      ...row,
      ...(work.get(row.id) ?? { tags: [], groups: [] }),
      name: `${first_name} ${last_name}`.trim(),
      orders: count,
      total: money(sum, currency),
      last_order_at: last && new Date(last).toISOString(),
      created_at: created_at.toISOString(),
    }
  })
}

/** Where the number of rows is estimated: the table, or its partial index of the kind. */
const countedIn = { any: 'customers', guest: 'customers_guests', account: 'customers_accounts' }

type Page = { ids: number[]; total: number }

async function readPage(db: Db, { page, per_page, order, q = '', ...filter }: Query): Promise<Page> {
  const offset = (page - 1) * per_page
  const { kind, timeZone } = filter
  const searched = all(customerConditions(filter, { timeZone, isIn: (ids) => sql`(id in ${ids}) is true` }))
  const where = all([...kindCondition(filter), ...customerConditions(filter, { timeZone })])
  const matching =
    (await matchingCustomers(db, { typed: q, order, kind, where: searched, isByOrders: true })) ??
    (hasOrderRules(filter) ? sql`(select id from customers where ${where})` : undefined)
  const shown = (from: RawBuilder<unknown>) =>
    sql`select id from ${from} order by id ${sql.raw(order)} limit ${per_page} offset ${offset}`
  if (matching) {
    // One query, so that customers or orders are searched once for the page and the count.
    const { rows } = await sql<Page>`
      with found as materialized ${matching}
      select (select count(*)::integer from found) as total,
        (select coalesce(json_agg(id), '[]') from (${shown(sql`found`)}) shown) as ids`.execute(db)
    return rows[0] ?? { ids: [], total: 0 }
  }
  const found = sql`customers where ${where}`
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged ? { rows: [] } : sql<{ id: number }>`${shown(found)}`.execute(db),
    countAbout(db, countedIn[kind ?? 'any'], sql`select from ${found}`),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** In the order of the ids. */
async function readRows(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'is_blocked', 'is_guest', 'created_at'])
    .select(['is_marketing_opted_in as marketing', ordersOf(sql`customers.id`).as('bought')])
    .select((eb) => [
      eb.fn.coalesce('email', 'guest_email').as('email'),
      eb.fn.coalesce('phone', 'guest_phone').as('phone'),
    ])
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
