import type pg from 'pg'
import { type PreparedStatement, prepared, unnamed } from '../db/prepared.ts'
import { errorSummary } from '../kernel/errors.ts'
import type { JobContext } from './job.ts'

/** After this time the claim of a killed process expires. */
const LEASE = '2 minutes'

type Row = pg.QueryResultRow & { id: number | string }

/**
 * A statement that claims a batch of records that no other run has: `select` returns `id`, ends in `limit $1::integer
 * for update … skip locked` and excludes claimed and waiting records with `isClaimable`.
 */
export const claimStatement = <Record extends Row>(job: string, select: string): PreparedStatement<Record> =>
  unnamed<Record>(
    `with found as (${select}),
    claimed as (
      insert into job_records (job, record, retry_at)
      select '${job}', id::text, now() + interval '${LEASE}' from found
      on conflict (job, record) do update set retry_at = excluded.retry_at where job_records.retry_at <= now()
      returning record
    )
    select found.* from found join claimed on claimed.record = found.id::text`,
  )

/** Part of a `where`: the record is neither claimed nor waiting for its retry. */
export const isClaimable = (job: string, id: string) =>
  `not exists (select from job_records jr where jr.job = '${job}' and jr.record = ${id}::text and jr.retry_at > now())`

/**
 * Runs `work` for every record that `claim` finds, batch after batch until there is none or the process stops. A
 * record that fails is logged and stored with its error in `job_records`; it is retried after 1, 2, 4 … minutes, at
 * most 6 hours, and the others continue.
 *
 * @returns how many succeeded.
 * @throws only when the database itself fails: then the whole job is retried.
 */
export async function workThrough<Record extends Row>(
  { db, log, signal }: Pick<JobContext, 'db' | 'log'> & { signal?: AbortSignal },
  {
    job,
    claim,
    values = [],
    work,
    batch = 50,
    atOnce = 1,
  }: {
    job: string
    claim: PreparedStatement<Record>
    /** The claim's parameters from `$2` on. */
    values?: readonly unknown[]
    work: (record: Record) => Promise<unknown>
    batch?: number
    atOnce?: number
  },
): Promise<number> {
  /**
   * Stays claimed until the run ends, so that a record which still matches after its work is not claimed again at
   * once.
   */
  const done: string[] = []
  while (!signal?.aborted) {
    const waiting = await claim.all(db, batch, ...values)
    if (waiting.length === 0) break
    const lane = async () => {
      while (!signal?.aborted) {
        const record = waiting.shift()
        if (!record) return
        try {
          await work(record)
          done.push(String(record.id))
        } catch (error) {
          log.error({ err: error, job, record: record.id }, 'job: record failed')
          await noteFailure.all(db, job, String(record.id), errorSummary(error))
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    if (waiting.length > 0)
      await release.all(
        db,
        job,
        waiting.map(({ id }) => String(id)),
      )
  }
  if (done.length > 0) await forget.all(db, job, done)
  return done.length
}

const forget = prepared(
  'forget job records',
  'delete from job_records where job = $1::text and record = any($2::text[])',
)

const release = prepared(
  'release job records',
  'update job_records set retry_at = now() where job = $1::text and record = any($2::text[])',
)

const noteFailure = prepared(
  'note failed job record',
  `update job_records set attempts = attempts + 1, last_error = $3::text, failed_at = now(),
    retry_at = now() + least(interval '6 hours', interval '1 minute' * power(2, least(attempts, 10)))
  where job = $1::text and record = $2::text`,
)
