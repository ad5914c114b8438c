import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testDatabase, urlOf } from '#harness/database.ts'
import { startMailServer } from '#harness/mail-server.ts'
import { findFreePort, makeDataDir, runShop } from '#harness/run-shop.ts'
import { placeOrder } from '#harness/shop-client.ts'
import { testConfig } from '#harness/test-config.ts'

const { pool, connection } = await testDatabase({ empty: true })
const mails = await startMailServer()
const { dataDir, remove } = makeDataDir()
const running: ReturnType<typeof runShop>[] = []
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  mails.close()
  remove()
})

const { tokenSecret, passwordPepper } = testConfig
const environment = {
  DATABASE_URL: urlOf(connection),
  VITRINE_TOKEN_SECRET: tokenSecret,
  VITRINE_PASSWORD_PEPPER: passwordPepper,
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  MAIL_FROM: 'Kiln <hello@shop.example>',
}

async function run(argv: string[], given: Record<string, string> = environment) {
  const program = ['scripts/launch.mjs', 'src/cli/vitrine.ts', ...argv]
  const shop = runShop({ dataDir, port: await findFreePort(), withNpm: false, program, environment: given })
  running.push(shop)
  return shop
}

const read = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, body: await response.text() }
}

test('web processes with MIGRATE=off wait for vitrine migrate, and workers alone do the jobs', async () => {
  const off = { ...environment, MIGRATE: 'off' }
  const web = await run(['start', '--role', 'web'], off)
  await expect
    .poll(web.output)
    .toMatch(
      /Waiting for `vitrine migrate` \(MIGRATE=off\): the database lacks \d+ migrations, \S+\.sql to \S+\.sql/,
    )
  expect(await read(`${web.url}/api/health`)).toMatchObject({ status: 200 })
  expect(await read(`${web.url}/api/ready`)).toMatchObject({ status: 503 })
  expect((await pool.query(`select to_regclass('schema_migrations') as journal`)).rows).toEqual([
    { journal: null },
  ])
  const refused = await run(['settings', 'set', 'store_name', 'Kiln'], off)
  expect([await refused.ended, refused.output()]).toEqual([1, expect.stringMatching(/There is no shop/)])

  expect(await (await run(['migrate'], off)).ended).toBe(0)

  await web.ready()
  await placeOrder(web.url, 'moon-vase')
  await sleep(3_000)
  expect((await pool.query('select from job_processes')).rowCount).toBe(0)
  expect(mails.got).toEqual([])

  const workers = [
    await run(['start'], { ...off, ROLE: 'worker' }),
    await run(['start'], { ...off, ROLE: 'worker' }),
  ]
  await Promise.all(workers.map((worker) => worker.ready()))
  await expect.poll(() => mails.got.filter((mail) => mail.includes('asha@example.com'))).toHaveLength(1)
  for (const { url } of workers) {
    expect(await read(`${url}/api/health`)).toEqual({ status: 200, body: '{"status":"success"}' })
    expect(await read(`${url}/api/ready`)).toMatchObject({ status: 200 })
    expect(await read(url)).toEqual({ status: 503, body: expect.stringContaining('(ROLE=worker)') })
    expect(await read(`${url}/api/cart/get`)).toEqual({
      status: 503,
      body: expect.stringContaining('UNAVAILABLE'),
    })
  }
  // The first worker may have sent the mail before the second one has its queues.
  await expect
    .poll(
      async () =>
        (await pool.query('select count(distinct worker_pool_id)::integer as pools from job_processes')).rows,
    )
    .toEqual([{ pools: 4 }])
  expect(await read(web.url)).toMatchObject({ status: 200 })

  await pool.query(
    `delete from schema_migrations where name = (select max(name) from schema_migrations where name !~ '/')`,
  )
  const late = await run(['settings', 'list'], off)
  expect([await late.ended, late.output()]).toEqual([
    1,
    expect.stringMatching(/run `vitrine migrate` first: .* \d+_\S+\.sql/),
  ])
  const waiting = await run(['start'], { ...off, ROLE: 'worker' })
  await expect.poll(waiting.output).toMatch(/lacks the migration \d+_\S+\.sql/)

  for (const one of [web, ...workers, waiting]) one.child.kill('SIGTERM')
  expect(await Promise.all([web, ...workers, waiting].map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
})

test('a part of the work without DATABASE_URL is refused as a wrong configuration', async () => {
  const outcomes = await Promise.all(
    [
      ['start', '--role', 'web'],
      ['start', '--role', 'none'],
      ['start', '--job'],
    ].map((argv) => run(argv, {})),
  )
  expect(await Promise.all(outcomes.map(({ ended }) => ended))).toEqual([78, 1, 1])
  const [parted, ...wrong] = outcomes.map(({ output }) => output())
  expect(parted).toMatch(/^ROLE web requires DATABASE_URL: the embedded database belongs to one process/)
  for (const one of wrong) expect(one).toMatch(/Usage: vitrine start \[--role all\|web\|worker\]/)
})
