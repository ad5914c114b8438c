import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'

type Reference = { table: string; column: string; referred: string }

/**
 * Deletes rows with every row that belongs to them: those of tables whose foreign key would otherwise keep them, and so
 * on. The database says which tables those are, so that a new one needs no entry anywhere. Only for records that are the
 * whole of what refers to them, such as orders.
 */
export async function deleteWithParts(tx: Tx, table: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await deleteWhere(tx, table, sql`id = any(${sql.val(ids)}::bigint[])`, [])
}

async function deleteWhere(
  tx: Tx,
  table: string,
  condition: RawBuilder<unknown>,
  path: readonly string[],
): Promise<void> {
  for (const { table: part, column, referred } of await readReferences(tx, table)) {
    // Rows of one table that refer to each other are deleted by one statement.
    if (part === table || path.includes(part)) continue
    const ofThese = sql`${sql.ref(column)} in (select ${sql.ref(referred)} from ${sql.table(table)} where ${condition})`
    await deleteWhere(tx, part, ofThese, [...path, table])
  }
  await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx)
}

/** Foreign keys of one column that refuse the deletion of what they refer to. */
async function readReferences(tx: Tx, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", own.attname::text as "column", other.attname::text as referred
    from pg_constraint c
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[1]
    join pg_attribute other on other.attrelid = c.confrelid and other.attnum = c.confkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r')
    order by 1, 2`.execute(tx)
  return rows
}
