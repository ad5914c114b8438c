import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * A position in the change log. `mark` is the id of a row noted then, `tag` its tag, which is unique: a copy of the database
 * made before, in which other changes have the same ids, does not have it. `horizon` is the oldest transaction still open:
 * changes of older transactions were committed before, those of younger ones may follow.
 */
export type LogPosition = { mark: number; tag: string; horizon: string }

/** Reads after this call include all changes before the position. Its tag matches no page and no product. */
export async function markLogPosition(db: Db): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    insert into change_log (tag) values (${`catalog-index:${randomUUID()}`})
    returning id as mark, tag, pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  const [position] = rows
  if (!position) throw new Error('The change log takes no mark')
  return position
}

/**
 * All tags noted since a position and committed by now; undefined when the log is pruned beyond it. Ordered by
 * transaction, not by id, as ids are assigned before the commit: a transaction open at the position is included.
 */
export async function readTagsSince(
  db: Db,
  { mark, tag, horizon }: LogPosition,
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ is_retained: boolean; tags: string[] }>`
    select exists (select from change_log where id = ${mark} and tag = ${tag}) as is_retained,
      (select coalesce(json_agg(distinct tag), '[]') from change_log
        where age(xmin) <= age(${horizon}::xid8::xid)) as tags`.execute(db)
  const [row] = rows
  return row?.is_retained ? row.tags : undefined
}
