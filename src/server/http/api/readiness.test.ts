import Fastify from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { connectionConfig, openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { serveReadiness } from './readiness.ts'

const { db, connection } = await testDatabase()
const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
const applied = rows.map(({ name }) => name)

type Options = Partial<Omit<Parameters<typeof serveReadiness>[1], 'services'>> & { db?: Db }

function openReadiness({ db: used = db, ...options }: Options = {}) {
  const app = Fastify()
  const services = { db: used, log: pino({ level: 'silent' }) }
  serveReadiness(app, { services, migrations: applied, isIndexReady: () => true, ...options })
  onTestFinished(() => app.close())
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url)
    return { httpStatus: statusCode, retryAfter: headers['retry-after'], ...JSON.parse(body) }
  }
}

test('a shop is ready when the index is loaded and the database has every migration', async () => {
  expect(applied.length).toBeGreaterThan(0)
  expect(await openReadiness()('/api/ready')).toEqual({
    httpStatus: 200,
    retryAfter: undefined,
    status: 'success',
  })
})

test.each([
  ['the index is not loaded', { isIndexReady: () => false }, 'catalog_index'],
  ['it drains', { isDraining: () => true }, 'stopping'],
  ['a migration is missing', { migrations: [...applied, '9999_later.sql'] }, 'migrations'],
])('a shop is not ready while %s', async (_, options, problem) => {
  const get = openReadiness(options)

  expect(await get('/api/ready')).toMatchObject({
    httpStatus: 503,
    code: 'UNAVAILABLE',
    problem,
    retryAfter: '2',
  })
})

test('a shop is not ready while the database does not answer', async () => {
  const away = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  onTestFinished(() => away.close())
  const get = openReadiness({ db: away.db })

  expect(await get('/api/ready')).toMatchObject({ code: 'UNAVAILABLE', problem: 'database' })
})

test('a shop stays ready for pages when the database goes away, but not for writes', async () => {
  const going = openDatabase(connection)
  const get = openReadiness({ db: going.db })
  expect((await get('/api/ready?writes')).httpStatus).toBe(200)
  await going.close()

  await expect.poll(async () => (await get('/api/ready?writes')).problem).toBe('database')
  expect((await get('/api/ready')).httpStatus).toBe(200)
})

test('a shop is not ready while the database is read-only', async () => {
  const options = '-c default_transaction_read_only=on'
  const standby = openDatabase({ config: { ...connectionConfig(connection), options } })
  onTestFinished(() => standby.close())

  expect(await openReadiness({ db: standby.db })('/api/ready')).toMatchObject({
    httpStatus: 503,
    problem: 'database_read_only',
  })
})

test('a shop is not ready for writes while the disk of its database is full', async () => {
  let free = 63 * 1024 * 1024
  const get = openReadiness({ readFreeBytes: async () => free })
  expect(await get('/api/ready?writes')).toMatchObject({ httpStatus: 503, problem: 'disk_full' })
  expect((await get('/api/ready')).httpStatus).toBe(200)

  free *= 2

  await expect.poll(async () => (await get('/api/ready?writes')).httpStatus).toBe(200)
})

test('a shop becomes ready again when the index is loaded', async () => {
  let isReady = false
  const get = openReadiness({ isIndexReady: () => isReady })
  expect((await get('/api/ready')).code).toBe('UNAVAILABLE')

  isReady = true

  await expect.poll(async () => (await get('/api/ready')).status).toBe('success')
})
