import type pg from 'pg'

/**
 * What the public schema of a database contains, by table, function or sequence: columns with type, default and identity in their
 * order, constraints, indexes, triggers and settings, each as PostgreSQL writes it; and the rows that are in it.
 */
export async function describeSchema(client: Pick<pg.Client, 'query'>): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ owner: string; line: string }>(`
    select owner, line from (
      select relname::text as owner, 1 as part, row_number() over (partition by attrelid order by attnum) as at,
        concat_ws(' ', attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
          nullif('identity ' || attidentity::text, 'identity '), nullif('generated ' || attgenerated::text, 'generated '),
          'default ' || pg_get_expr(adbin, adrelid), 'statistics ' || attstattarget,
          'collate ' || nullif(attcollation, typcollation)::regcollation) as line
      from pg_attribute join pg_class c on c.oid = attrelid join pg_type t on t.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      union all
      select relname, 2, 0, 'with ' || reloptions::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reloptions is not null
      union all
      select relname, 3, row_number() over (order by conname collate "C"), concat_ws(' ', conname, pg_get_constraintdef(k.oid),
        case when not convalidated then 'not valid' end)
      from pg_constraint k join pg_class c on c.oid = conrelid where connamespace = 'public'::regnamespace
      union all
      select tablename, 4, row_number() over (order by indexname collate "C"), indexdef from pg_indexes where schemaname = 'public'
      union all
      select relname, 5, row_number() over (order by tgname collate "C"), pg_get_triggerdef(t.oid)
      from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal
      union all
      select oid::regprocedure::text, 6, 0, pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace
      union all
      select sequencename, 7, 0, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cache_size, cycle)
      from pg_sequences where schemaname = 'public'
    ) parts where owner <> 'schema_migrations' and owner not like 'schema_migrations%'
    order by owner collate "C", part, at`)
  const found: Record<string, string[]> = {}
  for (const { owner, line } of rows) found[owner] = [...(found[owner] ?? []), line]
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
  )
  for (const { name } of tables) {
    const { rows: contents } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t order by to_jsonb(t)::text collate "C"`,
    )
    found[name]?.push(...contents.map(({ row }) => row))
  }
  return found
}
