import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { readPathUses, readPictureUses } from '#server/shop/uploads/picture-uses.ts'
import { mediaPathOf } from '../seed/seed-catalog.ts'

type Count = (tx: Tx, rows: Record<string, number>) => Promise<void>

const BATCH = 25

/**
 * Removes demo pictures that no record shows, and their files after the commit. Those in use stay, as the shop's own: in an
 * edited page, or in an order.
 */
export async function removeDemoPictures(
  { db, files }: Pick<Services, 'db' | 'files'>,
  count: Count,
): Promise<'more' | 'done'> {
  const { rows } = await sql<{ id: number; path: string | null }>`
    select r.id::integer as id, i.path from seeded_records r left join images i on i.id = r.id
    where r.source = 'demo' and r.table_name = 'images' order by r.id limit ${BATCH}`.execute(db)
  if (rows.length === 0) {
    await removeLooseFiles({ db, files })
    return 'done'
  }
  const removed = await inTransaction(db, async (tx) => {
    const unused: { id: number; path: string }[] = []
    for (const { id, path } of rows)
      if (path !== null && (await readPictureUses(tx, { id, path })).length === 0) unused.push({ id, path })
    const ids = unused.map(({ id }) => id)
    await sql`delete from images where id = any(${sql.val(ids)}::bigint[])`.execute(tx)
    await sql`delete from seeded_records where source = 'demo' and table_name = 'images'
      and id = any(${sql.val(rows.map(({ id }) => id))}::bigint[])`.execute(tx)
    await count(tx, { images: ids.length })
    await noteChange(tx, ['listing', 'storefront'])
    return unused
  })
  for (const { path } of removed) await files.remove(path)
  return 'more'
}

/** Icons, which are in no table, and files that a killed removal has left. */
async function removeLooseFiles({ db, files }: Pick<Services, 'db' | 'files'>) {
  const folder = mediaPathOf('').replace(/\/$/, '')
  for await (const { path } of files.list(folder)) {
    const known = await db.selectFrom('images').select('id').where('path', '=', path).executeTakeFirst()
    if (!known && (await readPathUses(db, path)).length === 0) await files.remove(path)
  }
}
