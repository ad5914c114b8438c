import { type RawBuilder, sql } from 'kysely'
import type { Db } from './context.ts'
import { countAbout, mostPaged } from './count-about.ts'
import type { PageOfList } from './list-page.ts'

/** A search that finds more than this is too wide to page through: the rest is left out. ADR 0044. */
const mostFound = 10_000

/**
 * The ids of a page in their order, and the total, of a table that grows with the shop: a search is one query with at
 * most `mostFound` matches, other lists are paged and counted exactly up to `mostPaged` rows.
 * @param condition SQL on columns of the table, as an index has it
 * @param isSearch whether the condition is a full-text search, whose matches come in no order
 */
export async function listFound(
  db: Db,
  { page, per_page, order }: PageOfList,
  {
    table,
    condition,
    isSearch = false,
  }: { table: string; condition: RawBuilder<unknown> | undefined; isSearch?: boolean },
): Promise<{ ids: number[]; total: number }> {
  const offset = (page - 1) * per_page
  const found = sql`select id from ${sql.table(table)} ${condition === undefined ? sql`` : sql`where ${condition}`}`
  const shown = (from: RawBuilder<unknown>) =>
    sql`${from} order by id ${sql.raw(order)} limit ${per_page} offset ${offset}`
  if (isSearch) {
    const { rows } = await sql<{ ids: number[]; total: number }>`
      with found as materialized (${found} limit ${mostFound})
      select (select count(*)::integer from found) as total,
        (select coalesce(json_agg(id), '[]') from (${shown(sql`select id from found`)}) shown) as ids`.execute(
      db,
    )
    return rows[0] ?? { ids: [], total: 0 }
  }
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged ? { rows: [] } : sql<{ id: number }>`${shown(found)}`.execute(db),
    countAbout(db, table, found),
  ])
  return { ids: rows.map(({ id }) => id), total }
}
