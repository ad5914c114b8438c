import { type SelectQueryBuilder, sql } from 'kysely'
import type { CustomerRow } from '#contract/admin/customers/customers.ts'
import { money } from '#contract/money.ts'
import type { Db } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/schema.ts'
import { matchingCustomers } from './customer-search.ts'
import { readCurrency } from './read-customer.ts'

type Query = {
  page: number
  per_page: number
  order: 'asc' | 'desc'
  q?: string | undefined
  blocked?: 'true' | 'false' | undefined
}

/** Counting exactly beyond this takes longer than anyone waits for. */
const mostCounted = 10_000

/** Pages beyond this many customers are not offered, as skipping a million takes too long: the search finds them. ADR 0084. */
const mostPaged = 50_000

/** A page of the customers. Details, orders and sums are read for the rows of the page only. */
export async function listCustomers(db: Db, { page, per_page, order, q = '', blocked }: Query) {
  const matching = q === '' ? undefined : matchingCustomers(q)
  const found = db
    .selectFrom('customers')
    .$if(matching !== undefined, (query) => query.where(sql<boolean>`customers.id in ${matching}`))
    // Not a comparison with a value, which the index `customers_blocked` does not match.
    .$if(blocked === 'true', (query) => query.where(sql<boolean>`is_blocked`))
    .$if(blocked === 'false', (query) => query.where(sql<boolean>`not is_blocked`))
  const skipped = (page - 1) * per_page
  const [rows, total, currency] = await Promise.all([
    skipped >= mostPaged
      ? []
      : found
          .select('id')
          .orderBy('id', order)
          .limit(per_page)
          .offset(skipped)
          .execute()
          .then((ids) =>
            readRows(
              db,
              ids.map(({ id }) => id),
            ),
          ),
    countAbout(db, found.select('id').limit(mostCounted + 1)),
    readCurrency(db),
  ])
  return {
    data: rows.map(({ first_name, last_name, created_at, bought, ...row }): CustomerRow => {
      const { count, sum } = bought as { count: number; sum: number }
      return {
        ...row,
        name: `${first_name} ${last_name}`.trim(),
        orders: count,
        total: money(sum, currency),
        created_at: created_at.toISOString(),
      }
    }),
    current_page: page,
    last_page: Math.max(1, Math.ceil(Math.min(total, mostPaged) / per_page)),
    per_page,
    total,
  }
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

const ordersOfCustomer = sql<unknown>`(
  select json_build_object('count', count(*), 'sum', coalesce(sum(o.grand_total), 0))
  from orders o where o.customer_id = customers.id
    and o.status not in ('pending_payment', 'payment_failed', 'cancelled')
)`.as('bought')

/** Exact up to `mostCounted`, then the planner's estimate of the table. */
async function countAbout(db: Db, some: SelectQueryBuilder<Database, 'customers', { id: number }>) {
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count <= mostCounted) return count
  const { rows } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::integer as estimate from pg_class where oid = 'customers'::regclass`.execute(
    db,
  )
  return Math.max(count, rows[0]?.estimate ?? 0)
}
