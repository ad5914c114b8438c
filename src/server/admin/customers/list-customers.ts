import { type RawBuilder, sql } from 'kysely'
import type { CustomerRow } from '#contract/admin/customers/customers.ts'
import { money } from '#contract/money.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import { matchingCustomers } from './customer-search.ts'
import { readCurrency } from './read-customer.ts'

type Query = {
  page: number
  per_page: number
  order: 'asc' | 'desc'
  q?: string | undefined
  blocked?: 'true' | 'false' | undefined
}

/** A page of the customers. Details, orders and sums are read for the rows of the page only. */
export async function listCustomers(db: Db, query: Query) {
  const { page, per_page } = query
  const [{ ids, total }, currency] = await Promise.all([readPage(db, query), readCurrency(db)])
  const rows = await readRows(db, ids)
  return {
    data: rows.map(({ first_name, last_name, created_at, bought, ...row }): CustomerRow => {
      const { count, sum } = bought
      return {
        ...row,
        name: `${first_name} ${last_name}`.trim(),
        orders: count,
        total: money(sum, currency),
        created_at: created_at.toISOString(),
      }
    }),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

type Page = { ids: number[]; total: number }

async function readPage(db: Db, { page, per_page, order, q = '', blocked }: Query): Promise<Page> {
  const offset = (page - 1) * per_page
  const matching = await matchingCustomers(db, {
    typed: q,
    order,
    blocked: blocked && blocked === 'true',
  })
  const shown = (from: RawBuilder<unknown>) =>
    sql`select id from ${from} order by id ${sql.raw(order)} limit ${per_page} offset ${offset}`
  if (matching) {
    // One query, so that the customers are searched once for the page and the count.
    const { rows } = await sql<Page>`
      with found as materialized ${matching}
      select (select count(*)::integer from found) as total,
        (select coalesce(json_agg(id), '[]') from (${shown(sql`found`)}) shown) as ids`.execute(db)
    return rows[0] ?? { ids: [], total: 0 }
  }
  // Not a comparison with a value, which the index `customers_blocked` does not match.
  const state = blocked && (blocked === 'true' ? sql`where is_blocked` : sql`where not is_blocked`)
  const found = sql`customers ${state ?? sql``}`
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged ? { rows: [] } : sql<{ id: number }>`${shown(found)}`.execute(db),
    countAbout(db, 'customers', sql`select from ${found}`),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

/** In the order of the ids. */
async function readRows(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'is_blocked', 'created_at', ordersOfCustomer])
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Amounts of other currencies are not added. */
const defaultCurrency = sql`(select c.currency from channels c where c.is_default)`

const ordersOfCustomer = sql<{ count: number; sum: number }>`(
  select json_build_object('count', count(*), 'sum', coalesce(sum(o.grand_total) filter (where o.currency = ${defaultCurrency}), 0))
  from orders o where o.customer_id = customers.id
    and o.status not in ('pending_payment', 'payment_failed', 'cancelled')
)`.as('bought')
