import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import type { OpenDatabase } from '#server/platform/db/open.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { median, type Row, whole } from '../figures.ts'
import { benchConfig } from '../jobs/bench-config.ts'

const JOBS_PER_SECOND = 100
const SECONDS = 10

/** How long jobs wait for their run when many are enqueued. @throws when one has not run, or twice. */
export async function measureQueue({
  direct,
  say,
}: {
  direct: OpenDatabase
  say: (line: string) => void
}): Promise<Row> {
  say(`${JOBS_PER_SECOND} jobs a second`)
  const total = JOBS_PER_SECOND * SECONDS
  const enqueuedAt: number[] = []
  const delays = new Map<number, number>()
  const job = defineJob<object & Parameters<typeof startJobs>[0]['services'], { number: number }>({
    name: 'bench',
    lanes: 3,
    async run({ number }) {
      if (delays.has(number)) throw new Error(`Job ${number} has run twice`)
      delays.set(number, performance.now() - (enqueuedAt[number] ?? 0))
    },
  })
  const services = { db: direct.db, config: benchConfig, log: pino({ level: 'error' }), plugins: noPlugins }
  const running = await startJobs({ services, jobs: [job], pool: direct.pool })
  const started = performance.now()
  for (let number = 0; number < total; number++) {
    const early = started + (number * 1_000) / JOBS_PER_SECOND - performance.now()
    if (early > 0) await sleep(early)
    await direct.db.transaction().execute((tx) => enqueue(tx, job, { number }))
    enqueuedAt[number] = performance.now()
  }
  const seconds = (performance.now() - started) / 1_000
  for (let tries = 0; delays.size < total && tries < 300; tries++) await sleep(100)
  await running.stop()
  if (delays.size < total) throw new Error(`${total - delays.size} jobs have not run`)
  const sorted = [...delays.values()].toSorted((a, b) => a - b)
  return {
    what: `${whole(total / seconds)} jobs a second, one worker: run after, p50 / p95 / longest`,
    ours: `${whole(median(sorted))} / ${whole(sorted[Math.floor(total * 0.95)] ?? 0)} / ${whole(sorted.at(-1) ?? 0)} ms`,
  }
}
