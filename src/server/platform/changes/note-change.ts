import { sql } from 'kysely'
import type { Db, Tx } from '../kernel/context.ts'

/**
 * Records in the writer's own transaction that everything depending on these tags is stale. Every process drops its
 * pages and updates its catalog index once the transaction commits.
 */
export async function noteChange(db: Db | Tx, tags: readonly string[]) {
  if (tags.length === 0) return
  await sql`
    with noted as (insert into change_log (tag) select distinct unnest(${sql.val(tags)}::text[]) returning 1)
    select pg_notify('change_log', '') from noted limit 1`.execute(db)
}
