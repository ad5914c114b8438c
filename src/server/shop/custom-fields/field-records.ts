import { type RawBuilder, sql } from 'kysely'
import type { FieldOwner, FieldValues } from '#contract/custom-fields.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

type FieldRecords = {
  table: string
  /** SQL over the table as `x`: what staff call a record. */
  name: RawBuilder<string>
}

/** The records that have fields. Their values are in the column `custom`. */
export const fieldRecords: Record<FieldOwner, FieldRecords> = {
  product: { table: 'products', name: sql`x.name` },
  variation: { table: 'variations', name: sql`x.sku` },
  category: { table: 'categories', name: sql`x.name` },
  customer: {
    table: 'customers',
    name: sql`coalesce(nullif(trim(concat_ws(' ', x.first_name, x.last_name)), ''), 'Customer ' || x.id)`,
  },
  order: { table: 'orders', name: sql`x.order_no` },
  page: { table: 'pages', name: sql`x.name` },
}

/** How many records have a value in a field, and the first ones. */
export async function usageOf(db: Db | Tx, { owner, key }: { owner: FieldOwner; key: string }) {
  const { table, name } = fieldRecords[owner]
  const { rows } = await sql<{ count: number; names: string[] }>`
    select count(*)::integer as count, coalesce((array_agg(${name} order by x.id))[:5], '{}') as names
    from ${sql.table(table)} x where x.custom <> '{}' and x.custom ? ${key}`.execute(db)
  return rows[0] ?? { count: 0, names: [] }
}

/** Records per statement, so that each takes well below a second. */
const CLEARED_AT_ONCE = 5_000

/** Deletes the values of a field from the next records after an id. @returns the last id, undefined when none is left */
export async function clearNext(
  tx: Tx,
  { owner, key }: { owner: FieldOwner; key: string },
  after: number,
): Promise<number | undefined> {
  const table = sql.table(fieldRecords[owner].table)
  const { rows } = await sql<{ last: number | null }>`
    with cleared as (
      update ${table} set custom = custom - ${key}::text where id in (
        select id from ${table} where custom <> '{}' and custom ? ${key} and id > ${after} order by id limit ${CLEARED_AT_ONCE})
      returning id)
    select max(id) as last from cleared`.execute(tx)
  return rows[0]?.last ?? undefined
}

/** The different values of a field, each with how many records have it, and one of them. */
export async function differentValues(tx: Tx, { owner, key }: { owner: FieldOwner; key: string }) {
  const { table, name } = fieldRecords[owner]
  const { rows } = await sql<{ value: unknown; count: number; name: string }>`
    select x.custom -> ${key} as value, count(*)::integer as count, min(${name}) as name
    from ${sql.table(table)} x where x.custom <> '{}' and x.custom ? ${key} group by 1`.execute(tx)
  return rows
}

/** The values of one record; undefined for an unknown one. */
export async function readRecordValues(
  db: Db | Tx,
  owner: FieldOwner,
  id: number,
): Promise<FieldValues | undefined> {
  const { rows } = await sql<{ custom: FieldValues }>`
    select custom from ${sql.table(fieldRecords[owner].table)} where id = ${id}`.execute(db)
  return rows[0]?.custom
}

export const writeRecordValues = (
  tx: Tx,
  owner: FieldOwner,
  id: number,
  { custom = '{}' }: { custom?: string },
) =>
  sql`update ${sql.table(fieldRecords[owner].table)} set custom = ${custom}::jsonb where id = ${id}`.execute(
    tx,
  )

/** The values of records that have any, by id. */
export async function readValuesOf(
  db: Db,
  owner: FieldOwner,
  ids: readonly number[],
): Promise<Map<number, FieldValues>> {
  const { rows } = await sql<{ id: number; custom: FieldValues }>`
    select id, custom from ${sql.table(fieldRecords[owner].table)}
    where id = any(${sql.val(ids)}::bigint[]) and custom <> '{}'`.execute(db)
  return new Map(rows.map(({ id, custom }) => [id, custom]))
}
