import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * Opens stores whose opening time has come: their mode is Normal from then on. Visitors do not wait for it, because `lockOf` compares the
 * time itself. Returns how many were opened.
 */
export async function openDueStores(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update storefronts set mode = 'Normal', appearance = jsonb_set(appearance, '{special_pages,opens_at}', 'null')
      where ${isDue} returning id`.execute(tx)
    if (rows.length > 0) await noteChange(tx, ['storefront'])
    return rows.length
  })
}

const isDue = sql<boolean>`mode = 'Coming Soon' and (appearance #>> '{special_pages,opens_at}')::timestamptz <= now()`

export const openStoreJob = defineJob({
  name: 'open-store',
  schedule: {
    every: 10,
    when: async ({ db }) =>
      (await db.selectFrom('storefronts').select('id').where(isDue).executeTakeFirst()) !== undefined,
  },
  async run(_payload, { db, log }) {
    const opened = await openDueStores(db)
    if (opened > 0) log.info({ opened }, 'store opened')
  },
})
