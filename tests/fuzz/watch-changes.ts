import type pg from 'pg'

/**
 * Tables that a refused call may change, because they record the attempt. All others must stay unchanged. Security §3, §5, §10.
 */
const mayChange = ['rate_limits', 'access_logs', 'otp_challenges', 'passkey_challenges', 'sessions']

/**
 * Installs triggers that record the table of every row that a committed transaction inserts, updates or deletes. Unlike a digest of
 * the tables, this detects a change that was reverted, at the cost of one small query per check.
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
  /** The tables that changed since the last call. */
  return async (): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      'with seen as (delete from watched_changes returning name) select distinct name from seen order by name',
    )
    return rows.map(({ name }) => name)
  }
}
