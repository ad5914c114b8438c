import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { openDatabase } from '../db/open.ts'
import { enqueue } from './enqueue.ts'
import { type AnyJob, defineJob, type JobServices } from './job.ts'
import { DEAD_AFTER_SECONDS } from './live-processes.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { readJobCounts, readJobTroubles } from './read-job-counts.ts'
import { type RunningJobs, startJobs } from './start-jobs.ts'

const { db, pool, connection } = await testDatabase()

const logged: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const patient = { timeout: 100_000, interval: 50 }

const started: RunningJobs[] = []
async function start(...jobs: AnyJob<JobServices>[]) {
  const running = await startJobs({ services: { db, log }, jobs, pool })
  started.push(running)
  return running
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.stop()))
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await pool.query('truncate job_schedules, job_processes, job_records')
  logged.length = 0
})

const idle = () =>
  vi.waitFor(async () => expect(await readJobCounts(db)).toMatchObject({ waiting: 0, running: 0 }), patient)

test('an enqueued job runs after the commit, and never after a rollback', async () => {
  const seen: number[] = []
  const job = defineJob<JobServices, { id: number }>({
    name: 'note-id',
    run: async ({ id }) => void seen.push(id),
  })
  await start(job)

  await db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, job, { id: 1 })
      throw new Error('undone')
    })
    .catch(() => {})
  await db.transaction().execute(async (tx) => {
    await enqueue(tx, job, { id: 2 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seen).toEqual([])
  })

  await vi.waitFor(() => expect(seen).toEqual([2]), patient)
  await idle()
  expect(seen).toEqual([2])
})

test('jobs that the database refuses at the start run when it takes them', async () => {
  const job = defineJob({ name: 'late', run: async () => void ran() })
  const ran = vi.fn<() => void>()
  await enqueue(db, job, {})
  const refusal = Object.assign(new Error('too many connections'), { code: '53300' })
  vi.spyOn(pool, 'connect').mockImplementationOnce(() => Promise.reject(refusal))

  await start(job)

  expect(
    logged.filter(({ msg }) => msg === 'jobs: the workers could not be started, will be retried'),
  ).toHaveLength(1)
  await vi.waitFor(() => expect(ran).toHaveBeenCalled(), patient)
})

test('enqueue replaces a waiting run with the same key', async () => {
  const seen: number[] = []
  const job = defineJob<JobServices, { id: number }>({
    name: 'note-id',
    run: async ({ id }) => void seen.push(id),
  })
  await enqueue(db, job, { id: 1 }, { key: 'same' })
  await enqueue(db, job, { id: 2 }, { key: 'same' })
  await enqueue(db, job, { id: 3 }, { key: 'other' })

  await start(job)

  await vi.waitFor(() => expect(seen.toSorted()).toEqual([2, 3]), patient)
})

test('a failing job is retried with back-off', async () => {
  let runs = 0
  const job = defineJob({
    name: 'fail-once',
    async run() {
      runs += 1
      if (runs === 1) throw new Error('asha@example.com was refused')
    },
  })
  await enqueue(db, job, {})
  await start(job)

  await vi.waitFor(async () => expect(await readJobCounts(db)).toMatchObject({ retrying: 1 }), patient)
  const [trouble] = await readJobTroubles(db)
  expect(trouble).toMatchObject({
    job: 'fail-once',
    state: 'retrying',
    last_error: 'Error: [email] was refused',
  })
  await vi.waitFor(() => expect(runs).toBe(2), patient)
  await vi.waitFor(async () => expect(await readJobTroubles(db)).toEqual([]), patient)
})

test('a job learns that a run is dead, also of a process that ended during the last attempt', async () => {
  const marked: string[] = []
  const job = defineJob<JobServices, { id: number }>({
    name: 'with-record',
    maxAttempts: 1,
    run: async () => {
      throw new Error('broken')
    },
    onDead: async (key, error) => void marked.push(`${key} ${error}`),
  })
  await enqueue(db, job, { id: 1 }, { key: '1' })
  await enqueue(db, job, { id: 2 }, { key: '2' })
  await pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key = 'with-record:2'`,
  )

  await start(job)

  await vi.waitFor(
    () => expect(marked).toEqual(expect.arrayContaining(['1 Error: broken', '2 The process ended'])),
    patient,
  )
})

test('a dead job is counted and logged, and its schedule goes on', async () => {
  let runs = 0
  const job = defineJob({
    name: 'always-fail',
    schedule: { every: 1 },
    maxAttempts: 1,
    async run() {
      runs += 1
      throw new Error('broken')
    },
  })
  await start(job)

  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(3), patient)
  await vi.waitFor(async () => expect((await readJobCounts(db))?.dead).toBeGreaterThanOrEqual(2), patient)
  expect(await readJobTroubles(db)).toMatchObject([
    { job: 'always-fail', state: 'dead', last_error: 'Error: broken' },
  ])
  expect(logged.map(({ msg }) => msg)).toContain('job is dead: no attempt is left')

  await Promise.all(started.splice(0).map((running) => running.stop()))
  await start()
  await vi.waitFor(() => expect(logged.map(({ msg }) => msg).join('\n')).toMatch(/some are dead/), patient)
})

test('a schedule runs once per interval over all processes and receives the time of its last success', async () => {
  const runs: (Date | undefined)[] = []
  const job = defineJob({
    name: 'hourly',
    schedule: { every: 3_600 },
    run: async (_, { lastSucceededAt }) => void runs.push(lastSucceededAt),
  })
  await Promise.all([start(job), start(job), start(job)])
  await vi.waitFor(() => expect(runs).toEqual([undefined]), patient)
  await idle()

  await pool.query(`update job_schedules set due_at = now()`)
  await vi.waitFor(() => expect(runs).toEqual([undefined, expect.any(Date)]), patient)
  await idle()
  expect(runs).toHaveLength(2)
})

test('a scheduled run is not enqueued while an earlier one still works', async () => {
  const release = Promise.withResolvers<void>()
  let runs = 0
  const job = defineJob({
    name: 'slow',
    schedule: { every: 1 },
    async run() {
      runs += 1
      await release.promise
    },
  })
  await start(job)
  await vi.waitFor(() => expect(runs).toBe(1), patient)
  const due = async () => (await pool.query('select due_at from job_schedules')).rows[0]?.due_at as Date
  const first = await due()
  await vi.waitFor(
    async () => expect((await due()).getTime() - first.getTime()).toBeGreaterThan(2_000),
    patient,
  )

  expect(runs).toBe(1)
  release.resolve()
  await vi.waitFor(() => expect(runs).toBeGreaterThan(1), patient)
})

test('a polled job is enqueued only when it is due', async () => {
  let isDue = false
  let polls = 0
  let runs = 0
  const job = defineJob({
    name: 'polled',
    schedule: {
      every: 1,
      when: async () => {
        polls += 1
        return isDue
      },
    },
    async run() {
      isDue = false
      runs += 1
    },
  })
  await start(job)
  await vi.waitFor(() => expect(polls).toBeGreaterThan(2), patient)
  expect(runs).toBe(0)

  isDue = true
  await vi.waitFor(() => expect(runs).toBe(1), patient)
})

test('a polled job runs on after the clock of the host was a year ahead and is set back', async () => {
  let polls = 0
  const job = defineJob({
    name: 'polled-by-clock',
    schedule: {
      every: 1,
      when: async () => {
        polls += 1
        return false
      },
    },
    async run() {},
  })
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 365 * 86_400_000)
  await start(job)
  await vi.waitFor(() => expect(polls).toBeGreaterThan(0), patient)
  clock.mockRestore()

  const before = polls
  await vi.waitFor(() => expect(polls).toBeGreaterThan(before + 1), { timeout: 10_000, interval: 50 })
})

test('schedules run on after the clock of the database was a year ahead and is set back', async () => {
  let runs = 0
  const job = defineJob({ name: 'by-schedule', schedule: { every: 1 }, run: async () => void runs++ })
  await start(job)
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0), patient)

  await pool.query(`update job_schedules set due_at = now() + interval '1 year'`)
  const before = runs

  await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 1), { timeout: 30_000, interval: 50 })
})

test('what failed while the clock was a year ahead is tried again when it is set back', async () => {
  const run = vi.fn(async () => {})
  const job = defineJob({ name: 'failed-in-the-future', schedule: { every: 3_600 }, run })
  await migrateJobs(connection)
  await pool.query(`select graphile_worker.add_job('failed-in-the-future', '{}', run_at => now() + interval '1 year',
    job_key => 'schedule:failed-in-the-future:0')`)
  await pool.query(`insert into job_records (job, record, retry_at, attempts) values
    ('in-the-future', '1', now() + interval '1 year', 3), ('in-six-hours', '1', now() + interval '6 hours', 9)`)
  await pool.query(`insert into outbox (channel, kind, recipient, text, next_attempt_at)
    values ('mail', 'account_deleted', 'asha@example.com', 'Gone', now() + interval '1 year')`)
  await pool.query(`with one as (insert into staff (email, role) values ('asha@shop.example', 'viewer') returning id)
    insert into staff_sessions (token_hash, staff_id, last_seen_at, expires_at)
    select to_char(seen, 'YYYY'), id, seen, now() + interval '2 years' from one, unnest(array[now(), now() + interval '1 year']) as seen`)
  await pool.query(
    `insert into job_processes (worker_pool_id, seen_at) values ('killed', now() + interval '1 year')`,
  )

  await start(job)

  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 30_000, interval: 50 })
  const { rows } = await pool.query(
    `select record.job, record.retry_at <= now() as is_due from job_records record order by 1 desc`,
  )
  expect(rows).toEqual([
    { job: 'in-the-future', is_due: true },
    { job: 'in-six-hours', is_due: false },
  ])
  expect((await pool.query('delete from outbox where next_attempt_at <= now()')).rowCount).toBe(1)
  expect((await pool.query('select from job_processes where seen_at > now()')).rowCount).toBe(0)
  expect((await pool.query('delete from staff_sessions where last_seen_at <= now()')).rowCount).toBe(1)
  expect((await pool.query('delete from staff_sessions')).rowCount).toBe(0)
})

test.each([
  ['succeeds', async () => {}],
  ['fails', () => Promise.reject(new Error('no service'))],
])('workers go on after an outage of the database in which a job %s', async (_, end) => {
  const queue = openDatabase(connection)
  let runs = 0
  const first = defineJob({
    name: 'during-outage',
    async run() {
      runs++
      if (runs > 1) return
      vi.spyOn(queue.pool, 'connect').mockImplementation(() =>
        Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
      )
      await end()
    },
  })
  const seen: string[] = []
  const second = defineJob({ name: 'after-outage', run: async () => void seen.push('second') })
  const running = await startJobs({ services: { db, log }, jobs: [first, second], pool: queue.pool })
  try {
    await enqueue(db, first, {})
    await vi.waitFor(
      () =>
        expect(logged).toContainEqual(
          expect.objectContaining({ msg: expect.stringContaining('workers have stopped') }),
        ),
      patient,
    )
    vi.restoreAllMocks()

    await enqueue(db, second, {})
    await vi.waitFor(() => expect(seen).toEqual(['second']), patient)
    // The job whose result could not be recorded is released and runs again.
    await vi.waitFor(() => expect(runs).toBe(2), patient)
    await idle()
  } finally {
    vi.restoreAllMocks()
    await running.stop()
    await queue.close()
  }
})

test('an urgent job runs while every other worker is busy', async () => {
  const release = Promise.withResolvers<void>()
  let busy = 0
  const slow = Array.from({ length: 4 }, (_, at) =>
    defineJob({
      name: `slow-${'abcd'[at]}`,
      async run() {
        busy += 1
        await release.promise
      },
    }),
  )
  let isSent = false
  const urgent = defineJob({
    name: 'urgent',
    isUrgent: true,
    async run() {
      isSent = true
    },
  })
  for (const job of slow) await enqueue(db, job, {})
  await start(...slow, urgent)
  await vi.waitFor(() => expect(busy).toBe(3), patient)

  await enqueue(db, urgent, {})

  await vi.waitFor(() => expect(isSent).toBe(true), patient)
  expect(busy).toBe(3)
  release.resolve()
})

test('stop aborts a running job and waits for it', async () => {
  const events: string[] = []
  const job = defineJob({
    name: 'long',
    async run(_, { signal }) {
      events.push('running')
      await once(signal, 'abort')
      await new Promise((resolve) => setTimeout(resolve, 200))
      events.push('returned')
    },
  })
  await enqueue(db, job, {})
  const running = await start(job)
  await vi.waitFor(() => expect(events).toEqual(['running']), patient)

  await running.stop()

  expect(events).toEqual(['running', 'returned'])
  started.length = 0
})

test('stop releases a job that does not return to another process', async () => {
  const release = Promise.withResolvers<void>()
  let runs = 0
  const job = defineJob({
    name: 'deaf',
    async run() {
      runs += 1
      if (runs === 1) await release.promise
    },
  })
  const other = openDatabase(connection)
  await enqueue(db, job, {})
  const first = await startJobs({ services: { db, log }, jobs: [job], pool: other.pool })
  await vi.waitFor(() => expect(runs).toBe(1), patient)

  await first.stop({ withinMs: 500 })
  await start(job)

  await vi.waitFor(() => expect(runs).toBe(2), patient)
  release.resolve()
  await other.close()
})

test('another process runs the job of a process that was killed', async () => {
  let isDone = false
  const job = defineJob({
    name: 'hang',
    async run() {
      isDone = true
    },
  })
  await enqueue(db, job, {})
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../tests/jobs/hanging-worker.ts')],
    {
      env: { ...process.env, JOBS_CONNECTION: JSON.stringify(connection) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await start(job)
  await vi.waitFor(async () => expect(await readJobCounts(db)).toMatchObject({ running: 1 }), patient)
  expect(isDone).toBe(false)

  await pool.query(`update job_processes set seen_at = seen_at - interval '1 minute'`)
  await pool.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`)

  // The database may record the last heartbeat of the killed process after this, which is then its time of death.
  await vi.waitFor(() => expect(isDone).toBe(true), { ...patient, timeout: 2_000 * DEAD_AFTER_SECONDS })
  expect(logged.map(({ msg }) => msg)).toContain('jobs: released those of a process that has ended')
})

test('defineJob refuses invalid names and schedules', () => {
  const run = async () => {}
  expect(() => defineJob({ name: 'Not Kebab', run })).toThrow('kebab-case')
  expect(() => defineJob({ name: 'bad-cron', schedule: { cron: 'every day' }, run })).toThrow()
  expect(() => defineJob({ name: 'too-often', schedule: { every: 0.1 }, run })).toThrow('once a second')
  expect(defineJob({ name: 'gift-note/send', schedule: { cron: '0 3 * * *' }, run }).name).toBe(
    'gift-note/send',
  )
})

test('the schema of the queue is installed again when another version of the queue installed it', async () => {
  const comment = () => pool.query(`select obj_description('graphile_worker'::regnamespace) as text`)
  expect((await comment()).rows).toEqual([
    { text: expect.stringMatching(/^Installed by graphile-worker \d+\.\d+\.\d+$/) },
  ])
  await pool.query(`comment on schema graphile_worker is 'Installed by graphile-worker 0.1.0'`)
  await migrateJobs(connection)

  expect((await comment()).rows[0].text).not.toContain('0.1.0')
})
