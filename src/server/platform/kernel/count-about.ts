import { type RawBuilder, sql } from 'kysely'
import type { Db } from './context.ts'

/**
 * Pages beyond this many rows are not offered, as skipping them takes too long: search and filters find the others. Up to
 * here rows are counted exactly, so that every offered page exists. ADR 0044.
 */
export const mostPaged = 50_000

/**
 * The number of rows that a query finds: exact up to `mostPaged`, then at least the planner's estimate of the table.
 * @param found SQL: a select without `limit`
 */
export async function countAbout(db: Db, table: string, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${found} limit ${mostPaged + 1}) counted`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count <= mostPaged) return count
  const { rows: tables } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::integer as estimate from pg_class where oid = ${table}::regclass`.execute(
    db,
  )
  return Math.max(count, tables[0]?.estimate ?? 0)
}

/** The last page of a list that offers no page beyond `mostPaged`. */
export const lastPageOf = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(Math.min(total, mostPaged) / perPage))
