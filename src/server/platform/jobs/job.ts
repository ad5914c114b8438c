import { createRequire } from 'node:module'
import type { Job, JobServices } from '../kernel/job.ts'

const require = createRequire(import.meta.url)

export type { AnyJob, Job, JobContext, JobSchedule, JobServices } from '../kernel/job.ts'

type JobDefinition<Services extends JobServices, Payload> = Pick<
  Job<Services, Payload>,
  'name' | 'schedule' | 'run'
> &
  Partial<
    Pick<Job<Services, Payload>, 'lanes' | 'isUrgent' | 'maxAttempts' | 'isEnabled' | 'isActive' | 'onDead'>
  >

/**
 * Defines a background job. `run` must be safe to repeat: a job is run at least once, and again after a crash.
 * Add it to `all-jobs.ts`. ADR 0010.
 *
 * @throws Error when the name or the schedule is invalid.
 */
export function defineJob<Services extends JobServices = JobServices, Payload = Record<string, never>>(
  definition: JobDefinition<Services, Payload>,
): Job<Services, Payload> {
  const { name, schedule } = definition
  if (!/^[a-z][a-z0-9-]*([./][a-z][a-z0-9-]*)?$/.test(name))
    throw new Error(`The job name "${name}" must be kebab-case, optionally after "plugin/"`)
  if (schedule && 'cron' in schedule) checkCron(name, schedule.cron)
  if (schedule && 'every' in schedule && !(schedule.every >= 1))
    throw new Error(`The job "${name}" must not run more often than once a second`)
  return { lanes: 1, isUrgent: false, maxAttempts: 8, isEnabled: () => true, ...definition }
}

/** The queue is loaded only for this: a start reads its 70 modules after the first answer. ADR 0004. */
function checkCron(name: string, cron: string) {
  const { parseCronItems }: typeof import('graphile-worker') = require('graphile-worker')
  parseCronItems([{ task: name, match: cron }])
}
