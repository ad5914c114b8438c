import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { containing } from '#server/kernel/list-page.ts'
import type { StockRequest, stockRequestAdminEndpoints } from './admin-contract.ts'

type Query = z.output<typeof stockRequestAdminEndpoints.list.input>

/** Waiting addresses by variation. The addresses themselves are for the mails only. */
export async function listRequests(db: Db, { page, per_page, sort, order, q = '' }: Query) {
  const column = { waiting: sql`n.waiting`, since: sql`n.since` }[sort]
  const found = sql`(select variation_id, count(*)::integer as waiting, min(created_at) as since
      from stock_notices where notified_at is null group by variation_id) n
    join variations v on v.id = n.variation_id join products p on p.id = v.product_id
    where ${q} = '' or p.name ilike ${containing(q)} or v.sku ilike ${containing(q)}`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`select v.id, p.id as product_id, p.name, v.title, v.sku, v.stock, n.waiting, n.since from ${found}
      order by ${column} ${sql.raw(order)}, v.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::integer as total from ${found}`.execute(db),
  ])
  const total = counts[0]?.total ?? 0
  return {
    data: rows.map(
      ({ title, name, since, ...row }): StockRequest => ({
        ...row,
        name: title ? `${name}, ${title}` : name,
        since: since.toISOString(),
      }),
    ),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
  }
}

type Row = Omit<StockRequest, 'since'> & { title: string; since: Date }
