import type { Settings } from '#contract/storefront.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

/** Writes settings and invalidates the caches of every process. */
export async function writeSettings(db: Db | Tx, settings: Partial<Settings>) {
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value: json(value) }))
  if (rows.length === 0) return
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('settings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
    await noteChange(tx, ['settings'])
  })
}
