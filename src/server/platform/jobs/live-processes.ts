import type { Kysely } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Database } from '../kernel/schema.ts'

type Db = Kysely<Database>

/** A process without a heartbeat for this long loses its jobs to others. Heartbeats come every 5 seconds. */
export const DEAD_AFTER_SECONDS = 30

/** Records a heartbeat for the worker pools of this process. */
export const beat = async (db: Db, workerPoolIds: readonly string[]) =>
  void (await seen.all(db, workerPoolIds))

/** Releases the locks of worker pools: of this process when it stops, or of one that is gone. */
export const unlockJobsOf = async (db: Db, workerPoolIds: readonly string[]) =>
  void (await unlock.all(db, workerPoolIds))

/**
 * Releases the jobs of processes that were killed: the queue by itself does so only after four hours.
 * @returns the worker pools that were gone.
 */
export async function unlockDeadProcesses(db: Db): Promise<string[]> {
  const gone = (await findGone.all(db, DEAD_AFTER_SECONDS)).map(({ id }) => id)
  if (gone.length > 0) await unlockJobsOf(db, gone)
  return gone
}

const seen = prepared(
  'note job processes',
  `insert into job_processes (worker_pool_id) select unnest($1::text[])
  on conflict (worker_pool_id) do update set seen_at = now()`,
)

/** Includes locks of unregistered processes: killed before the first heartbeat, or restored from a backup. */
const findGone = prepared<{ id: string }>(
  'find dead job processes',
  `select worker_pool_id as id from job_processes where seen_at < now() - make_interval(secs => $1::float8)
  union
  select locked_by from graphile_worker.jobs j
  where locked_at < now() - make_interval(secs => $1::float8)
    and not exists (select from job_processes p where p.worker_pool_id = j.locked_by)`,
)

const unlock = prepared(
  'unlock dead job processes',
  `with unlocked as (select graphile_worker.force_unlock_workers($1::text[]))
  delete from job_processes where worker_pool_id = any($1::text[]) and exists (select from unlocked)`,
)
