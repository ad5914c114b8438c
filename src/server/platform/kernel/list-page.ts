import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { Database } from './schema.ts'

/** A page of a list, the first is 1. */
export type PageOfList = { page: number; per_page: number; order: 'asc' | 'desc' }

/** As `per_page`: all rows, which exports take. */
export const EVERY_ROW = 2_147_483_647

/** The query of a list of the back office. `q`: the text of its search field. */
export type ListQuery<Sort extends string> = PageOfList & { sort: Sort; q?: string | undefined }

/**
 * A page of `found`, ordered by `column` and then by `id`, and the total. `found` has its joins and conditions, and no
 * columns yet: `select` adds them, so that counting does not compute them.
 */
export async function listPage<Tables extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, Tables, object>,
  { page, per_page, order }: PageOfList,
  {
    column,
    id,
    select,
  }: {
    column: string
    id: string
    select: (query: SelectQueryBuilder<Database, Tables, object>) => SelectQueryBuilder<Database, Tables, Row>
  },
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    select(found)
      .orderBy(sql.ref(column), order)
      .orderBy(sql.ref(id), order)
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    found
      .select((eb) => eb.fn.countAll().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The reply of a list: the rows of a page, and where it is among all. */
export const pageReply = <Row>(
  { page, per_page }: Pick<PageOfList, 'page' | 'per_page'>,
  { rows, total }: { rows: Row[]; total: number },
) => ({
  data: rows,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  per_page,
  total,
})

/** Matches a text at the beginning of a column, with `like` or `ilike`. */
export const startingWith = (q: string) => `${q.replace(/[\\%_]/g, '\\$&')}%`

/** Matches a text as part of a column, with `like` or `ilike`. */
export const containing = (q: string) => `%${startingWith(q)}`

/** SQL: the midnight with which a day (`2026-11-24`) begins in a time zone. */
export const startOfDay = (day: string, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`
