import { prepared } from '../db/prepared.ts'
import type { Db } from '../kernel/context.ts'

/** A reader that is offline for longer reads everything again; nothing else is lost. */
export const changeLogDays = 7

/**
 * Invalidates every stored position of the log. For a restore, which brings the rows of another server's
 * transactions.
 */
export async function resetChangeLog(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await emptyLog.all(tx)
    await newEpoch.all(tx)
  })
}

/**
 * Deletes at most `$1` changes that are older than the interval `$2`. A feed that has not read them yet notices. Several
 * processes may run it at once.
 */
export const pruneChangeLogBatch = prepared<{ rows: number }>(
  'retention of change-log',
  `with oldest as (select id from change_log order by id limit $1::integer),
  gone as (
    delete from change_log c using oldest where c.id = oldest.id and c.at < now() - $2::interval returning c.xid
  ),
  noted as (
    update change_log_state set pruned_xid = greatest(pruned_xid, (select max(xid) from gone))
    where exists (select from gone)
  )
  select count(*)::integer as rows from gone`,
)

const emptyLog = prepared('empty change log', 'delete from change_log')

const newEpoch = prepared(
  'new change log epoch',
  `update change_log_state set epoch = gen_random_uuid(), pruned_xid = '0'`,
)
