import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * The return period of most products, the shop's own for search engines: each product states its own. Counted among the newest
 * thousand, because a storefront is read often and a catalog may be large; null without products.
 */
export async function readReturnDays(db: Db): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select mode() within group (order by return_days) as days
    from (select return_days from products where is_published order by id desc limit 1000) newest`.execute(db)
  return rows[0]?.days ?? null
}
