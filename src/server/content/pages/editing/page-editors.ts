import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/** An editor that has not reported for this time has been closed; it reports every 15 seconds. */
const GONE_SECONDS = 45

/** Records that a member of staff has the page open in the editor, and lists the others who do. */
export async function notePageEditor(
  db: Db,
  { pageId, staffId }: { pageId: number; staffId: number },
): Promise<{ name: string; seconds_ago: number }[]> {
  await db
    .insertInto('page_editors')
    .values({ page_id: pageId, staff_id: staffId })
    .onConflict((conflict) =>
      conflict.columns(['page_id', 'staff_id']).doUpdateSet({ seen_at: sql<never>`now()` }),
    )
    .execute()
  return db
    .selectFrom('page_editors as e')
    .innerJoin('staff as s', 's.id', 'e.staff_id')
    .select([
      sql<string>`coalesce(nullif(s.name, ''), s.email)`.as('name'),
      sql<number>`extract(epoch from now() - e.seen_at)::integer`.as('seconds_ago'),
    ])
    .where('e.page_id', '=', pageId)
    .where('e.staff_id', '<>', staffId)
    .where('e.seen_at', '>', sql<Date>`now() - make_interval(secs => ${GONE_SECONDS})`)
    .orderBy('e.seen_at', 'desc')
    .execute()
}

/** The editor was closed. */
export const forgetPageEditor = (db: Db, { pageId, staffId }: { pageId: number; staffId: number }) =>
  db.deleteFrom('page_editors').where('page_id', '=', pageId).where('staff_id', '=', staffId).execute()
