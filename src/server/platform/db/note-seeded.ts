import type { Db, Tx } from '../kernel/context.ts'

type Source = 'demo' | 'placeholder'

async function note(tx: Tx, source: Source, table_name: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('seeded_records')
    .values(ids.map((id) => ({ source, table_name, id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Remembers placeholders, so that the checklist of the back office knows which of them are still as they were. */
export const notePlaceholders = (tx: Tx, table: string, ids: readonly number[]) =>
  note(tx, 'placeholder', table, ids)

/** Remembers rows that came with the demo shop, so that its removal takes them and no others. */
export const noteDemo = (tx: Tx, table: string, ids: readonly number[]) => note(tx, 'demo', table, ids)

/** The shop was created as the demo shop, and its demo data has not been removed. */
export const isDemoShop = async (db: Db | Tx): Promise<boolean> =>
  Boolean(await db.selectFrom('settings').select('key').where('key', '=', 'demo_seeded').executeTakeFirst())
