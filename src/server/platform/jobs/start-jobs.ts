import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type LogFunctionFactory,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { prepared } from '../db/prepared.ts'
import { errorSummary } from './error-summary.ts'
import type { AnyJob, JobContext, JobServices } from './job.ts'
import { beat, unlockDeadProcesses, unlockJobsOf } from './live-processes.ts'
import { markDeadRecords } from './mark-dead-records.ts'
import { readJobCounts } from './read-job-counts.ts'
import { createScheduler } from './schedule.ts'

const BEAT_EVERY_MS = 5_000
const RESTART_AFTER_MS = 1_000
const DAY_MS = 86_400_000

export type RunningJobs = {
  /**
   * Accepts no more jobs, asks the running ones to return, and waits for them; jobs that still run then are left to
   * other processes.
   */
  stop(options?: { withinMs?: number }): Promise<void>
}

/**
 * Runs the jobs of the shop in this process: schedules, workers, and the release of jobs whose process was killed.
 * Any number of processes may share one database. A failing job never ends the process. ADR 0010.
 *
 * @param options.pool for the queue's own queries and its two LISTEN connections; jobs themselves query
 * `services.db`.
 */
export async function startJobs<Services extends JobServices>({
  services,
  jobs,
  pool,
}: {
  services: Services
  jobs: readonly AnyJob<Services>[]
  pool: Pool
}): Promise<RunningJobs> {
  const { db, log } = services
  const stopping = new AbortController()
  const abandoned = new AbortController()
  const enabled = jobs.filter((job) => job.isEnabled(services))
  requireUniqueNames(enabled)
  const running = new Set<Workers>()
  const urgent = enabled.filter(({ isUrgent }) => isUrgent)
  const ordinary = enabled.filter(({ isUrgent }) => !isUrgent)

  const startWorkers = async (some: readonly AnyJob<Services>[], concurrency: number): Promise<Workers> => {
    const events: WorkerEvents = new EventEmitter()
    const poolIds: string[] = []
    events.on('pool:create', ({ workerPool }) => poolIds.push(workerPool.id))
    events.on('job:error', ({ job, error }) =>
      log.warn(
        { err: causeOf(error), job: job.task_identifier, attempt: job.attempts },
        'job failed, will be retried',
      ),
    )
    events.on('job:failed', ({ job, error }) =>
      log.error(
        { err: causeOf(error), job: job.task_identifier, attempt: job.attempts },
        'job is dead: no attempt is left',
      ),
    )
    const runner = await run({
      // Otherwise a result that cannot be recorded is an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: pool,
      taskList: Object.fromEntries(
        some.map((job) => [
          job.name,
          taskOf(job, services, { stopping: stopping.signal, abandoned: abandoned.signal }),
        ]),
      ),
      parsedCronItems: parseCronItems(some.flatMap(cronItemOf)),
      concurrency,
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: new Logger(quietly(log)),
      events,
    })
    return { runner, poolIds }
  }

  /** Starts the workers again when they end by themselves, as they do when the result of a job cannot be recorded. */
  const keepRunning = async (first: Workers, start: () => Promise<Workers>) => {
    for (let workers: Workers | undefined = first; workers; ) {
      running.add(workers)
      if (stopping.signal.aborted) workers.runner.stop().catch(() => {})
      await workers.runner.promise.catch((error: unknown) =>
        log.warn({ err: error }, 'jobs: the queue failed'),
      )
      if (stopping.signal.aborted) return
      log.warn('jobs: the workers have stopped and will be restarted')
      const ended: Workers = workers
      workers = undefined
      while (!workers && !stopping.signal.aborted) {
        await sleep(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {})
        try {
          await unlockJobsOf(db, ended.poolIds)
          running.delete(ended)
          workers = await start()
        } catch (error) {
          log.warn({ err: error }, 'jobs: the workers could not be restarted, will be retried')
        }
      }
    }
  }
  const supervised: Promise<void>[] = []
  for (const [some, concurrency] of [
    [urgent, 2],
    [ordinary, 3],
  ] as const) {
    if (some.length === 0) continue
    const start = () => startWorkers(some, concurrency)
    supervised.push(keepRunning(await start(), start))
  }

  const scheduler = createScheduler(services, enabled)
  let isRegistered = false
  let beatAt = 0
  const ticking = (async () => {
    while (!stopping.signal.aborted) {
      let pause = 1_000
      try {
        if (!isRegistered) {
          await scheduler.register()
          isRegistered = true
        }
        if (Date.now() - beatAt >= BEAT_EVERY_MS) {
          await beat(db, poolIdsOf(running))
          const gone = await unlockDeadProcesses(db)
          if (gone.length > 0) log.warn({ gone }, 'jobs: released those of a process that has ended')
          await markDeadRecords(services, enabled)
          beatAt = Date.now()
        }
        pause = await scheduler.tick()
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'jobs: the schedule could not be read')
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  const { dead } = (await readJobCounts(db)) ?? { dead: 0 }
  if (dead > 0) log.error({ dead }, 'jobs: some are dead; `npm run vitrine -- doctor` lists them')

  return {
    async stop({ withinMs = 6_000 } = {}) {
      stopping.abort()
      const timeout = new AbortController()
      for (const { runner } of running) runner.stop().catch(() => {})
      const stopped = Promise.allSettled([ticking, ...supervised])
      await Promise.race([stopped, sleep(withinMs, undefined, { signal: timeout.signal }).catch(() => {})])
      timeout.abort()
      abandoned.abort()
      await unlockJobsOf(db, poolIdsOf(running)).catch((error: unknown) =>
        log.warn({ err: error }, 'jobs: what still ran is released by the next process'),
      )
    },
  }
}

/** Workers that share a connection pool, and the ids under which they lock jobs. */
type Workers = { runner: Runner; poolIds: readonly string[] }

const poolIdsOf = (running: Iterable<Workers>) => [...running].flatMap(({ poolIds }) => poolIds)

const causeOf = (error: unknown) => (error instanceof Error && error.cause) || error

function requireUniqueNames(jobs: readonly { name: string }[]) {
  const names = new Set<string>()
  for (const { name } of jobs) {
    if (names.has(name)) throw new Error(`There are two jobs named "${name}"`)
    names.add(name)
  }
}

/**
 * `abandoned`: the process no longer waits for the run, whose result must not reach the pool, which is closed by
 * then.
 */
function taskOf<Services extends JobServices>(
  job: AnyJob<Services>,
  services: Services,
  { stopping, abandoned }: { stopping: AbortSignal; abandoned: AbortSignal },
) {
  return async (payload: unknown) => {
    const startedAt = new Date()
    try {
      if (job.isActive && !(await job.isActive(services))) return
      const last = await lastSuccess.first(services.db, job.name)
      const lastSucceededAt = last?.succeeded_at ?? undefined
      await job.run(
        payload as never,
        { ...services, signal: stopping, lastSucceededAt } as JobContext<Services>,
      )
      if (last && !stopping.aborted) await noteSuccess.all(services.db, job.name, startedAt)
    } catch (error) {
      // The queue stores the message of the thrown error.
      if (!abandoned.aborted) throw new Error(errorSummary(error), { cause: error })
    }
    if (abandoned.aborted) await new Promise(() => {})
  }
}

function cronItemOf<Services extends JobServices>({ name, schedule, maxAttempts }: AnyJob<Services>) {
  if (!schedule || !('cron' in schedule)) return []
  const options = {
    backfillPeriod: DAY_MS,
    maxAttempts,
    jobKey: `cron:${name}`,
    jobKeyMode: 'replace' as const,
  }
  return [{ task: name, match: schedule.cron, identifier: name, options }]
}

/** The queue logs every job; the relevant events are logged above. */
const quietly =
  (log: JobServices['log']): LogFunctionFactory =>
  () =>
  (level, message, meta) => {
    if (meta && 'failure' in meta) return
    if (level === 'error') log.warn({ queue: message }, 'jobs: the queue reports an error')
    else if (level === 'warning') log.warn({ queue: message }, 'jobs: the queue warns')
    else log.debug(message)
  }

const lastSuccess = prepared<{ succeeded_at: Date | null }>(
  'last success of job',
  'select succeeded_at from job_schedules where name = $1::text',
)

const noteSuccess = prepared(
  'note success of job',
  'update job_schedules set succeeded_at = $2::timestamptz where name = $1::text',
)
