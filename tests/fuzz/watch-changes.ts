import type pg from 'pg'

/**
 * What a refusal may leave behind: that somebody has tried. Everything else is the shop's, and stays as it was. Security §3, §5, §10.
 */
const mayChange = ['rate_limits', 'access_logs', 'otp_challenges', 'passkey_challenges', 'sessions']

/**
 * From now on every row that a committed transaction inserts, changes or deletes is noted by its table. That sees more than a
 * digest of the tables, as it sees what was changed and changed back, and costs one small query a look.
 */
export async function watchChanges(pool: pg.Pool) {
  await pool.query('create table watched_changes (id bigserial primary key, name text not null)')
  await pool.query(`create function note_row() returns trigger language plpgsql as $$
    begin
      insert into watched_changes (name) values (tg_table_name);
      return null;
    end $$`)
  await pool.query(
    `do $$ declare watched text; begin
      for watched in
        select tablename from pg_tables
        where schemaname = 'public' and tablename <> all (string_to_array('watched_changes,${mayChange.join(',')}', ','))
      loop
        execute format('create trigger watch after insert or update or delete on %I for each row execute function note_row()', watched);
      end loop;
    end $$`,
  )
  /** The tables that have changed since the last look. */
  return async (): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      'with seen as (delete from watched_changes returning name) select distinct name from seen order by name',
    )
    return rows.map(({ name }) => name)
  }
}
