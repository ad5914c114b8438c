import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/** Invalidates every stored position of the change log, as in a database that was restored. */
export async function resetChangeLog(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from change_log`.execute(tx)
    await sql`update change_log_state set epoch = gen_random_uuid(), pruned_xid = '0'`.execute(tx)
  })
}
