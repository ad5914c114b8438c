import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import { listFound } from '#server/platform/kernel/list-found.ts'
import { searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'

type Query = { page: number; per_page: number; order: 'asc' | 'desc'; q?: string | undefined }

/** The expression of the index `images_search_by_name`. */
const words = searchWords(`alt || ' ' || path || ' ' || file_name`)

/** The pictures of the media library whose text alternative, file name or path has each word of `q` by its beginning. */
export async function listPictures(db: Db, { q, ...query }: Query) {
  const typed = q ? toTsQuery(q) : undefined
  const { ids, total } = await listFound(db, query, {
    table: 'images',
    condition: typed === undefined ? undefined : sql`${words} @@ to_tsquery('simple', ${typed})`,
    isSearch: typed !== undefined,
  })
  if (ids.length === 0) return { rows: [], total }
  const rows = await db
    .selectFrom('images')
    .select(['id', 'path', 'alt', 'width', 'height', 'file_name'])
    .where('id', 'in', ids)
    .orderBy('id', query.order)
    .execute()
  return { rows, total }
}
