import { sql } from 'kysely'
import type { z } from 'zod'
import { matchingProducts } from '#server/catalog/products/editing/product-list.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { StockRequest, stockRequestAdminEndpoints } from './admin-contract.ts'

/** Products of a search; more are not looked through. */
const MAX_FOUND = 5_000

type Query = z.output<typeof stockRequestAdminEndpoints.list.input>

/** Waiting addresses by variation. The addresses themselves are for the mails only. */
export async function listRequests(db: Db, { page, per_page, sort, order, q = '' }: Query) {
  const column = { waiting: sql`waiting`, since: sql`since` }[sort]
  const isFound =
    q === ''
      ? sql``
      : sql`and variation_id in (select v.id from variations v where v.product_id in ${matchingProducts(q, MAX_FOUND)})`
  // Counted from an index alone, once; names are read for the variations of the page.
  const { rows } = await sql<{ total: number; shown: Row[] }>`
    with waiting as materialized (
      select variation_id, count(*)::integer as waiting, min(created_at) as since
      from stock_notices where notified_at is null ${isFound} group by variation_id
    ), page as materialized (
      select * from waiting order by ${column} ${sql.raw(order)}, variation_id
      limit ${per_page} offset ${(page - 1) * per_page}
    )
    select (select count(*)::integer from waiting) as total, (
      select coalesce(json_agg(json_build_object('id', v.id, 'product_id', p.id, 'name', p.name, 'title', v.title,
        'sku', v.sku, 'stock', v.stock, 'waiting', n.waiting, 'since', n.since)
        order by n.${column} ${sql.raw(order)}, v.id), '[]')
      from page n join variations v on v.id = n.variation_id join products p on p.id = v.product_id
    ) as shown`.execute(db)
  const { total = 0, shown = [] } = rows[0] ?? {}
  return {
    data: shown.map(
      ({ title, name, since, ...row }): StockRequest => ({
        ...row,
        name: title ? `${name}, ${title}` : name,
        since: new Date(since).toISOString(),
      }),
    ),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
  }
}

type Row = Omit<StockRequest, 'since'> & { title: string; since: string }
