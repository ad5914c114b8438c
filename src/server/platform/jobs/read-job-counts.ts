import type { Kysely } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Database } from '../kernel/schema.ts'

export type JobCounts = {
  /** Due now or later, without a failure so far. */
  waiting: number
  running: number
  /** Failed, and waiting for another attempt. */
  retrying: number
  /** No attempt is left: an operator has to act. */
  dead: number
  /** Records that jobs have failed on and will retry (`job_records`). */
  failing_records: number
  /** Age in seconds of the oldest due job; 0 without one. */
  oldest_due_seconds: number
}

type Db = Pick<Kysely<Database>, 'executeQuery'>

/** The state of the queue, for metrics and `doctor`. Undefined until the queue's schema is installed. */
export async function readJobCounts(db: Db): Promise<JobCounts | undefined> {
  return (await isInstalled.first(db)) ? counts.first(db) : undefined
}

export type JobTrouble = {
  job: string
  state: 'dead' | 'retrying' | 'failing_records'
  count: number
  last_error: string
  last_at: Date
}

/** What needs attention, per job: dead and failing runs, and failing records. */
export async function readJobTroubles(db: Db): Promise<JobTrouble[]> {
  return (await isInstalled.first(db)) ? troubles.all(db) : []
}

const isInstalled = prepared(
  'find job tables',
  `select where to_regclass('graphile_worker.jobs') is not null and to_regclass('job_records') is not null`,
)

const counts = prepared<JobCounts>(
  'count jobs',
  `select count(*) filter (where locked_at is null and attempts = 0)::integer as waiting,
    count(*) filter (where locked_at is not null)::integer as running,
    count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1)::integer as retrying,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as dead,
    (select count(*) from job_records where attempts > 0)::integer as failing_records,
    coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())),
      0)::float8 as oldest_due_seconds
  from graphile_worker.jobs`,
)

const troubles = prepared<JobTrouble>(
  'find failing jobs',
  `select task_identifier as job, case when attempts >= max_attempts then 'dead' else 'retrying' end as state,
    count(*)::integer as count, coalesce((array_agg(last_error order by updated_at desc))[1], '') as last_error,
    max(updated_at) as last_at
  from graphile_worker.jobs where locked_at is null and attempts > 0 group by 1, 2
  union all
  select job, 'failing_records', count(*)::integer, coalesce((array_agg(last_error order by failed_at desc))[1], ''), max(failed_at)
  from job_records where attempts > 0 group by 1
  order by 2, 1`,
)
