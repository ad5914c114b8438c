import type { Kysely } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Job } from './job.ts'

/**
 * Enqueues a run of a job in the caller's transaction: it starts after the commit, and never after a rollback.
 *
 * @param payload stored in the queue: ids only, no personal data.
 * @param options.key replaces a waiting run with the same key. Concurrent transactions with the same key wait for
 * each other, so make it as narrow as the record.
 */
export async function enqueue<Payload>(
  tx: Pick<Kysely<unknown>, 'executeQuery'>,
  job: Pick<Job<never, Payload>, 'name' | 'maxAttempts'>,
  payload: Payload,
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const jobKey = key === undefined ? null : `${job.name}:${key}`
  await addJob.first(tx, job.name, JSON.stringify(payload), runAt ?? null, job.maxAttempts, jobKey)
}

const addJob = prepared(
  'add job',
  `select from graphile_worker.add_job($1::text, $2::json, run_at => $3::timestamptz, max_attempts => $4::integer,
    job_key => $5::text)`,
)
