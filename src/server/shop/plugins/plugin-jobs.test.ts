import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { openShop } from '#harness/open-shop.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import { definePluginJob, kebabCase } from './define-plugin-job.ts'
import { defineServerPlugin } from './define-server-plugin.ts'
import { writePlugin } from './editing/write-plugin.ts'

const definition = definePlugin({
  module_name: 'StockReminder',
  title: 'Reminder',
  description: 'A test plugin',
  icon: 'bell',
  config: z.object({}),
})
const runs: string[] = []
const scheduled = definePluginJob(definition, {
  name: 'remind',
  schedule: { every: 1 },
  run: async () => void runs.push('scheduled'),
})
const enqueued = definePluginJob<{ id: number }>(definition, {
  name: 'remind-one',
  run: async ({ id }) => void runs.push(`one ${id}`),
})
const reminder = defineServerPlugin(definition, { apiVersion: 1, jobs: [scheduled, enqueued] })

const shop = await openShop({ plugins: [reminder] })
const { db, pool, services } = shop
const activate = async (is_active: boolean) => {
  await writePlugin(db, [reminder], { module_name: 'StockReminder', is_active })
  await services.changes.catchUp()
}
/** Runs after everything that was enqueued before it. */
const runsUntil = async (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), 20_000)
const waiting = async () =>
  (await pool.query<{ task: string }>('select task_identifier as task from graphile_worker.jobs')).rows

const jobs = await startJobs({ services, jobs: reminder.jobs, pool })
afterAll(() => jobs.stop())

test('a job of a plugin is named after the plugin', () => {
  expect(scheduled.name).toBe('stock-reminder.remind')
  expect(['GiftNote', 'SMSLogin', 'WhatsAppChat', 'Wishlist'].map(kebabCase)).toEqual([
    'gift-note',
    'sms-login',
    'whats-app-chat',
    'wishlist',
  ])
})

test('jobs of an inactive plugin are neither scheduled nor run', async () => {
  await enqueue(db, enqueued, { id: 1 })

  // The queue takes the enqueued job and drops it, so the queue is empty although a schedule of one second has been due.
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ due: boolean }>(
      `select due_at > now() as due from job_schedules where name = $1`,
      [scheduled.name],
    )
    expect(rows).toEqual([{ due: true }])
    expect(await waiting()).toEqual([])
  }, 20_000)
  expect(runs).toEqual([])
})

test('jobs of a plugin run once it is active', async () => {
  await activate(true)
  await enqueue(db, enqueued, { id: 2 })

  await runsUntil(() => runs.includes('one 2') && runs.includes('scheduled'))
})
