import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import { pageTables, SHOWN_STOCK } from './page-tables.ts'

/**
 * Records from now on, by triggers, which transactions write the tables of pages. An update that changes no shown column is none.
 * A transaction is compared with its own rows of `change_log`.
 */
export async function recordPageWrites(db: Db) {
  await sql`create table page_writes (xid xid8, name text, primary key (xid, name))`.execute(db)
  await sql`create function record_page_write() returns trigger language plpgsql as $$ begin
    insert into page_writes values (pg_current_xact_id(), tg_table_name) on conflict do nothing;
    return null;
  end $$`.execute(db)
  const exists = new Set(await tablesOf(db))
  for (const [name, { hidden = [] }] of Object.entries(pageTables)) {
    if (!exists.has(name)) continue
    const shown = (row: string) =>
      hidden.reduce((text, column) => `${text} - '${column}'`, `to_jsonb(${row})`)
    const lowStock = `old.stock <> new.stock and least(old.stock, new.stock) <= ${SHOWN_STOCK}`
    const changed = `${shown('old')} is distinct from ${shown('new')}${name === 'variations' ? ` or ${lowStock}` : ''}`
    await sql
      .raw(`create trigger page_rows after insert or delete on ${name} for each row execute function record_page_write();
        create trigger page_changes after update on ${name} for each row when (${changed})
          execute function record_page_write()`)
      .execute(db)
  }
}

/** What has been written since the last call, and what of it has no tag that pages with the table have. */
export async function takePageWrites(db: Db): Promise<{ written: string[]; untagged: string[] }> {
  const { rows } = await sql<{ name: string; tags: string[] }>`
    with taken as (delete from page_writes returning xid, name)
    select t.name, array(select c.tag from change_log c where c.xid = t.xid) as tags from taken t`.execute(db)
  const isTagged = ({ name, tags }: (typeof rows)[number]) =>
    tags.some((tag) => pageTables[name]?.tags.test(tag))
  return {
    written: namesOf(rows),
    untagged: namesOf(rows.filter((row) => !isTagged(row))),
  }
}

const namesOf = (rows: readonly { name: string }[]) => [...new Set(rows.map(({ name }) => name))].sort()

/** The tables of the shop and of its plugins, without those of migrations and the job queue. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ 'migrations$'`.execute(db)
  return rows.map(({ name }) => name)
}
