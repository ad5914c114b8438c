import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeFeed } from './context.ts'
import type { Database } from './schema.ts'
import type { StartSpan } from './trace.ts'

/** What every job receives; jobs of the shop receive all of `Services`. */
export type JobServices = {
  db: Kysely<Database>
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  /** Wakes the schedules with `isOnChange`. */
  changes?: Pick<ChangeFeed, 'subscribe'>
  startSpan?: StartSpan | undefined
}

export type JobContext<Services extends JobServices = JobServices> = Services & {
  /** Aborted when the process stops: return soon, the next run continues. */
  signal: AbortSignal
  /** When a run of this job last succeeded, in any process. */
  lastSucceededAt: Date | undefined
}

export type JobSchedule<Services extends JobServices = JobServices> =
  /** Minute, hour, day, month, weekday in UTC. A run missed within the last day is made up for. */
  | { cron: string }
  /**
   * Seconds between runs. With `when`, which must only read, a run is enqueued only if it returns true: for intervals
   * below a minute. `isOnChange`: it is asked after every change too.
   */
  | { every: number; when?: (services: Services) => Promise<boolean>; isOnChange?: boolean }

export type Job<Services extends JobServices = JobServices, Payload = Record<string, never>> = {
  name: string
  schedule?: JobSchedule<Services>
  /** Concurrent runs of a schedule over all processes, which share the work by `skip locked`. */
  lanes: number
  /** Urgent jobs have their own workers, which slow jobs cannot occupy. */
  isUrgent: boolean
  /** Back-off is `exp(attempt)` seconds; a job that has failed this often is dead and needs an operator. */
  maxAttempts: number
  /** False: this process neither schedules nor runs it. */
  isEnabled(services: Services): boolean
  /** Read at every due time and before every run: false while the plugin of the job is inactive. */
  isActive?(services: Services): Promise<boolean>
  run(payload: Payload, context: JobContext<Services>): Promise<void>
  /**
   * Marks the record as failed, when no attempt is left: staff who wait for it see why. `key` is that of `enqueue`. Called again and
   * again while the run is in the queue, so it must change only a record that is not finished.
   */
  onDead?(key: string, error: string, services: Services): Promise<void>
}

/** Any job that a process with these services can run. */
export type AnyJob<Services extends JobServices> = Job<Services, unknown>
