import type { Settings } from '#contract/storefront.ts'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import { noteChange } from '../http/note-change.ts'

/** Sets some settings and has every process forget what it remembers of them. */
export async function writeSettings(db: Db | Tx, settings: Partial<Settings>) {
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value: json(value) }))
  if (rows.length === 0) return
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute()
  await noteChange(db, ['settings'])
}
