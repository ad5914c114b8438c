import { prepared } from '../db/prepared.ts'
import type { AnyJob, JobServices } from './job.ts'

/**
 * Tells the jobs which of their runs are dead, so that no record waits for ever. Read from the queue instead of on the failure itself,
 * because the last attempt may have ended with its process.
 */
export async function markDeadRecords<Services extends JobServices>(
  services: Services,
  jobs: readonly AnyJob<Services>[],
): Promise<void> {
  const marking = new Map(jobs.flatMap((job) => (job.onDead ? [[job.name, job] as const] : [])))
  if (marking.size === 0) return
  const { db }: JobServices = services
  for (const { job, key, last_error } of await findDeadJobs.all(db, [...marking.keys()]))
    if (job !== null && key !== null)
      await marking
        .get(job)
        ?.onDead?.(key.slice(job.length + 1), last_error, services)
        .catch((error: unknown) =>
          services.log.error({ err: error, job }, 'jobs: a dead run could not be marked'),
        )
}

const findDeadJobs = prepared<{ job: string | null; key: string | null; last_error: string }>(
  'find dead jobs',
  `select task_identifier as job, key, coalesce(last_error, 'The process ended') as last_error from graphile_worker.jobs
  where locked_at is null and attempts >= max_attempts and key is not null and task_identifier = any($1::text[])`,
)
