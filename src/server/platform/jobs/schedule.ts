import { prepared } from '../db/prepared.ts'
import type { AnyJob, JobServices } from './job.ts'

type Scheduled<Services extends JobServices> = AnyJob<Services> & {
  schedule: Extract<NonNullable<AnyJob<Services>['schedule']>, { every: number }>
}

const LONGEST_SLEEP_MS = 5_000
const SHORTEST_SLEEP_MS = 250

/**
 * Enqueues due runs. Only one of several processes does it, as the schedule's row is claimed with `skip locked`. A
 * run that waits, works or backs off is not duplicated; a dead one is kept for an operator, and a new run replaces
 * it.
 *
 * The queue's own cron supports neither seconds nor a mode that respects a failing job's back-off. ADR 0010.
 */
export function createScheduler<Services extends JobServices>(
  services: Services,
  jobs: readonly AnyJob<Services>[],
) {
  const { db, log } = services
  const every = jobs.filter((job): job is Scheduled<Services> => !!job.schedule && 'every' in job.schedule)
  const timed = every.filter(({ schedule }) => !schedule.when)
  // By the monotonic clock: a host's clock that is set back delays no run.
  const polled = every.filter(({ schedule }) => schedule.when).map((job) => ({ job, nextAt: 0 }))
  const byName = new Map(timed.map((job) => [job.name, job]))
  const names = timed.map(({ name }) => name)
  const intervals = timed.map(({ schedule }) => schedule.every)

  const add = async (job: AnyJob<Services>) => {
    const keys = Array.from({ length: job.lanes }, (_, lane) => `schedule:${job.name}:${lane}`)
    await addScheduled.all(db, job.name, job.maxAttempts, keys, job.isUrgent ? -10 : 0)
  }

  const isActive = async (job: AnyJob<Services>) => (await job.isActive?.(services)) ?? true

  return {
    /** Asks the schedules with `isOnChange` at the next tick. */
    wake() {
      for (const entry of polled) if (entry.job.schedule.isOnChange) entry.nextAt = 0
    },

    /** A schedule that a new release has shortened does not wait for the old, longer interval. */
    register: async () => void (await registerAll.all(db, names, intervals)),

    /** @returns milliseconds until it should be called again. */
    async tick(): Promise<number> {
      const { rows } = (await takeDue.first(db, names, intervals)) ?? { rows: [] }
      for (const name of rows) {
        const job = byName.get(name)
        if (job && (await isActive(job))) await add(job)
      }
      for (const entry of polled) {
        if (entry.nextAt > performance.now()) continue
        entry.nextAt = performance.now() + entry.job.schedule.every * 1_000
        const isDue = await isActive(entry.job)
          .then((active) => active && entry.job.schedule.when?.(services))
          .catch((error: unknown) => {
            log.warn({ err: error, job: entry.job.name }, 'job: could not be polled')
          })
        if (!isDue) continue
        await add(entry.job)
        // A run that was ending when the change came does not see it.
        if (entry.job.schedule.isOnChange) entry.nextAt = performance.now() + SHORTEST_SLEEP_MS
      }
      const next = await untilNext.first(db, names)
      const polls = polled.map(({ nextAt }) => nextAt - performance.now())
      return Math.max(SHORTEST_SLEEP_MS, Math.min(LONGEST_SLEEP_MS, next?.ms ?? LONGEST_SLEEP_MS, ...polls))
    },
  }
}

const registerAll = prepared(
  'register job schedules',
  `insert into job_schedules as s (name) select name from unnest($1::text[], $2::float8[]) as d (name, every)
  on conflict (name) do update set due_at = least(s.due_at,
    now() + make_interval(secs => (select d.every from unnest($1::text[], $2::float8[]) as d (name, every) where d.name = s.name)))`,
)

/** Due is also what is due later than after its own interval: a clock that was ahead has been set back. A minute of difference is none. */
const takeDue = prepared<{ rows: string[] }>(
  'take due job schedules',
  `with due as (
    select s.name, d.every from job_schedules s
    join unnest($1::text[], $2::float8[]) as d (name, every) on d.name = s.name
    where s.due_at not between now() and now() + make_interval(secs => d.every + 60) for update of s skip locked
  ),
  taken as (
    update job_schedules s set due_at = now() + make_interval(secs => due.every) from due where s.name = due.name
    returning s.name
  )
  select coalesce(array_agg(name), '{}') as rows from taken`,
)

const untilNext = prepared<{ ms: number }>(
  'read time until next job',
  `select (extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from job_schedules where name = any($1::text[])`,
)

/** `replace` keeps a dead run, without its key, and adds a new one; `unsafe_dedupe` leaves a live one as it is. */
const addScheduled = prepared(
  'add scheduled jobs',
  `select count(graphile_worker.add_job($1::text, '{}'::json, max_attempts => $2::integer, job_key => k, priority => $4::integer,
    job_key_mode => case when exists (
      select from graphile_worker.jobs j where j.key = k and j.attempts >= j.max_attempts and j.locked_at is null
    ) then 'replace' else 'unsafe_dedupe' end))
  from unnest($3::text[]) as k`,
)
