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
import { errorSummary } from '../kernel/errors.ts'
import { traceOf, withTrace } from '../kernel/trace.ts'
import { planRetriesAgain } from './clock-set-back.ts'
import type { AnyJob, JobServices } from './job.ts'
import { beat, unlockDeadProcesses, unlockJobsOf } from './live-processes.ts'
import { markDeadRecords } from './mark-dead-records.ts'
import { readJobCounts } from './read-job-counts.ts'
import { createScheduler } from './schedule.ts'

const BEAT_EVERY_MS = 5_000
const PLAN_EVERY_MS = 60_000
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
 * Any number of processes may share one database. Neither a failing job nor a database that is away ends the process. ADR 0010.
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
  const signals = { stopping: stopping.signal, abandoned: abandoned.signal }
  const enabled = jobs.filter((job) => job.isEnabled(services))
  requireUniqueNames(enabled)
  const running = new Set<Workers>()
  const supervised: Promise<void>[] = []
  for (const { some, concurrency } of [
    { some: enabled.filter(({ isUrgent }) => isUrgent), concurrency: 2 },
    { some: enabled.filter(({ isUrgent }) => !isUrgent), concurrency: 3 },
  ]) {
    if (some.length === 0) continue
    const start = () => startWorkers(services, some, { pool, signals, concurrency })
    const tried = Promise.withResolvers<void>()
    supervised.push(
      keepRunning(start, { services, running, stopping: stopping.signal, onTried: tried.resolve }),
    )
    await tried.promise
  }
  const ticking = runSchedules(services, enabled, { running, stopping: stopping.signal })

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

/** `abandoned`: the process no longer waits for the runs, whose results must not reach the pool, which is closed by then. */
type Signals = { stopping: AbortSignal; abandoned: AbortSignal }

async function startWorkers<Services extends JobServices>(
  services: Services,
  jobs: readonly AnyJob<Services>[],
  { pool, signals, concurrency }: { pool: Pool; signals: Signals; concurrency: number },
): Promise<Workers> {
  const { log } = services
  const events: WorkerEvents = new EventEmitter()
  const poolIds: string[] = []
  events.on('pool:create', ({ workerPool }) => poolIds.push(workerPool.id))
  events.on('job:error', ({ job, error }) =>
    log.warn(
      { ...failureOf(error), job: job.task_identifier, attempt: job.attempts },
      'job failed, will be retried',
    ),
  )
  events.on('job:failed', ({ job, error }) =>
    log.error(
      { ...failureOf(error), job: job.task_identifier, attempt: job.attempts },
      'job is dead: no attempt is left',
    ),
  )
  const runner = await run({
    // Otherwise a result that cannot be recorded is an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: pool,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, services, signals)])),
    parsedCronItems: parseCronItems(jobs.flatMap(cronItemOf)),
    concurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(quietly(log)),
    events,
  })
  return { runner, poolIds }
}

/**
 * Starts the workers, and again when they end by themselves, as they do when the result of a job cannot be recorded. While the
 * database refuses them it goes on trying, also at first: a shop without its jobs answers shoppers.
 */
async function keepRunning(
  start: () => Promise<Workers>,
  { services, running, stopping, onTried }: Supervision,
): Promise<void> {
  const { db, log } = services
  let ended: Workers | undefined
  while (!stopping.aborted) {
    try {
      if (ended) {
        await unlockJobsOf(db, ended.poolIds)
        running.delete(ended)
      }
      ended = undefined
      const workers = await start()
      running.add(workers)
      onTried()
      if (stopping.aborted) workers.runner.stop().catch(() => {})
      await workers.runner.promise.catch((error: unknown) =>
        log.warn({ err: error }, 'jobs: the queue failed'),
      )
      if (stopping.aborted) return
      log.warn('jobs: the workers have stopped and will be restarted')
      ended = workers
    } catch (error) {
      log.warn({ err: error }, 'jobs: the workers could not be started, will be retried')
      onTried()
    }
    await sleep(RESTART_AFTER_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

type Supervision = {
  services: JobServices
  running: Set<Workers>
  stopping: AbortSignal
  /** After the first start, also one that failed. */
  onTried: () => void
}

/** Enqueues what is due, and releases the jobs of processes that have ended, until the process stops. */
async function runSchedules<Services extends JobServices>(
  services: Services,
  jobs: readonly AnyJob<Services>[],
  { running, stopping }: { running: ReadonlySet<Workers>; stopping: AbortSignal },
): Promise<void> {
  const { db, log }: JobServices = services
  const scheduler = createScheduler(services, jobs)
  const sleepUntilChange = createSleep(services, jobs, scheduler.wake)
  let isRegistered = false
  let beatAt = Number.NEGATIVE_INFINITY
  let plannedAt = Number.NEGATIVE_INFINITY
  while (!stopping.aborted) {
    let pause = 1_000
    try {
      if (!isRegistered) {
        await scheduler.register()
        await reportDead(services)
        isRegistered = true
      }
      if (performance.now() - beatAt >= BEAT_EVERY_MS) {
        await beat(db, poolIdsOf(running))
        const gone = await unlockDeadProcesses(db)
        if (gone.length > 0) log.warn({ gone }, 'jobs: released those of a process that has ended')
        await markDeadRecords(services, jobs)
        beatAt = performance.now()
      }
      if (performance.now() - plannedAt >= PLAN_EVERY_MS) {
        await planRetriesAgain(db)
        plannedAt = performance.now()
      }
      pause = await scheduler.tick()
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, 'jobs: the schedule could not be read')
    }
    await sleepUntilChange(pause, stopping)
  }
}

/** Many changes at once are one tick. */
const SHORTEST_PAUSE_MS = 50

/** Sleeps until the time is over, or until a change wakes a schedule that waits for one. */
function createSleep<Services extends JobServices>(
  { changes }: Pick<JobServices, 'changes'>,
  jobs: readonly AnyJob<Services>[],
  wake: () => void,
) {
  const isWoken = jobs.some(({ schedule }) => schedule && 'every' in schedule && schedule.isOnChange)
  let woken = new AbortController()
  if (isWoken)
    changes?.subscribe(() => {
      wake()
      woken.abort()
    })
  return async (ms: number, stopping: AbortSignal) => {
    await sleep(SHORTEST_PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
    const signal = AbortSignal.any([stopping, woken.signal])
    await sleep(ms - SHORTEST_PAUSE_MS, undefined, { signal }).catch(() => {})
    woken = new AbortController()
  }
}

async function reportDead({ db, log }: JobServices) {
  const { dead } = (await readJobCounts(db)) ?? { dead: 0 }
  if (dead > 0) log.error({ dead }, 'jobs: some are dead; `npm run vitrine -- doctor` lists them')
}

/** Workers that share a connection pool, and the ids under which they lock jobs. */
type Workers = { runner: Runner; poolIds: readonly string[] }

const poolIdsOf = (running: Iterable<Workers>) => [...running].flatMap(({ poolIds }) => poolIds)

/** Trace ids by error: the queue reports the failure of a run outside of its trace. */
const tracesOfErrors = new WeakMap<Error, string>()

function failureOf(thrown: unknown) {
  const err = (thrown instanceof Error && thrown.cause) || thrown
  return { err, trace_id: err instanceof Error ? tracesOfErrors.get(err) : undefined }
}

function requireUniqueNames(jobs: readonly { name: string }[]) {
  const names = new Set<string>()
  for (const { name } of jobs) {
    if (names.has(name)) throw new Error(`There are two jobs named "${name}"`)
    names.add(name)
  }
}

function taskOf<Services extends JobServices>(
  job: AnyJob<Services>,
  services: Services,
  { stopping, abandoned }: Signals,
) {
  return async (payload: unknown) => {
    const startedAt = new Date()
    try {
      if (job.isActive && !(await job.isActive(services))) return
      const last = await readLastSuccess.first(services.db, job.name)
      const lastSucceededAt = last?.succeeded_at ?? undefined
      await runTraced(job.name, services, () =>
        job.run(payload, { ...services, signal: stopping, lastSucceededAt }),
      )
      if (last && !stopping.aborted) await noteSuccess.all(services.db, job.name, startedAt)
    } catch (error) {
      // The queue stores the message of the thrown error.
      if (!abandoned.aborted) throw new Error(errorSummary(error), { cause: error })
    }
    if (abandoned.aborted) await new Promise(() => {})
  }
}

/** Each run is a trace of its own: that of the request which enqueued it is not stored. */
async function runTraced(name: string, { startSpan }: JobServices, run: () => Promise<void>) {
  const span = startSpan?.(`job ${name}`, { kind: 'CONSUMER' })
  const trace = traceOf(span)
  try {
    await withTrace(trace, run)
    span?.end()
  } catch (error) {
    if (error instanceof Error) tracesOfErrors.set(error, trace.id)
    span?.end({ isFailed: true })
    throw error
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

const readLastSuccess = prepared<{ succeeded_at: Date | null }>(
  'read last success of job',
  'select succeeded_at from job_schedules where name = $1::text',
)

const noteSuccess = prepared(
  'note success of job',
  'update job_schedules set succeeded_at = $2::timestamptz where name = $1::text',
)
