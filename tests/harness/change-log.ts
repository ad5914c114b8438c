import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#server/platform/kernel/context.ts'

/** Invalidates every stored position of the change log, as in a database that was restored. */
export async function resetChangeLog(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from change_log`.execute(tx)
    await sql`update change_log_state set epoch = gen_random_uuid(), pruned_xid = '0'`.execute(tx)
  })
}

/** Of the other test files that share the server, on a busy machine: a restore takes a minute there. */
export const LONGEST_TRANSACTION_MS = 300_000

/** Waits until every change is older than all open transactions, also those of other databases, which hold the position of a reader back. */
export const pastOpenTransactions = (db: Db): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ is_past: boolean | null }>`
        select pg_snapshot_xmin(pg_current_snapshot()) > (select max(xid) from change_log) as is_past`.execute(
        db,
      )
      expect(rows[0]?.is_past).not.toBe(false)
    },
    { timeout: LONGEST_TRANSACTION_MS },
  )
