import { prepared } from '../db/prepared.ts'

/** A reader that is offline for longer reads everything again; nothing else is lost. */
export const changeLogDays = 7

/**
 * Deletes at most `$1` changes that are older than the interval `$2`. A feed that has not read them yet notices. Several
 * processes may run it at once.
 */
export const pruneChangeLogBatch = prepared<{ rows: number }>(
  'delete old changes',
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
