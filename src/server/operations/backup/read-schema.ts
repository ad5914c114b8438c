import type pg from 'pg'

export type Table = { name: string; columns: string[] }

/** The tables of the shop with their writable columns: all but generated ones. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`)
  return rows
}

export async function readSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Statements that remove all objects of the shop from the schema, but none of an extension's. */
export async function readDrops(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    with own as (
      select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    )
    select 'drop view if exists ' || name || ' cascade' as statement, 1 as step from own where relkind = 'v'
    union all
    select 'drop materialized view if exists ' || name || ' cascade', 1 from own where relkind = 'm'
    union all
    select 'drop table if exists ' || name || ' cascade', 2 from own where relkind in ('r', 'p')
    union all
    select 'drop sequence if exists ' || name || ' cascade', 3 from own where relkind = 'S'
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure), 4 from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('drop type if exists %s cascade', t.oid::regtype), 5 from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by 2`)
  return rows.map(({ statement }) => statement)
}

export type ForeignKey = { table: string; name: string; definition: string }

/** Foreign keys, which are dropped while rows are loaded in any order, and added again afterwards. */
export async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by 1, 2`)
  return rows
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
