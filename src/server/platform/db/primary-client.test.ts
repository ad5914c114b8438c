import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isReadOnly, isUnavailable } from '../kernel/unavailable.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { openDatabase } from './open.ts'
import { allowLonger } from './primary-client.ts'
import { openUnlimitedSession } from './unlimited-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-hosts-'))
const log = { info: () => {}, warn: () => {}, error: () => {} }
const start = (name: string) => startEmbeddedPostgres({ dataDir: join(folder, name), log })
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres

beforeAll(async () => {
  // When root runs the tests, PostgreSQL's own user needs access.
  chmodSync(folder, 0o755)
  await (await start('primary')).stop()
  const cluster = join(folder, 'standby/postgres/cluster')
  cpSync(join(folder, 'primary/postgres/cluster'), cluster, { recursive: true })
  chmodSync(cluster, 0o700)
  writeFileSync(join(cluster, 'standby.signal'), '')
  primary = await start('primary')
  standby = await start('standby')
}, 120_000)
afterAll(async () => {
  await Promise.all([primary?.stop(), standby?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const hostOf = ({ config }: EmbeddedPostgres) => `${encodeURIComponent(config.host)}:${config.port}`
const urlOf = (...hosts: string[]) =>
  `postgres://${primary.config.user}@${hosts.join()}/${primary.config.database}`
const unreachable = '127.0.0.1:1'

function open(...hosts: string[]) {
  const database = openDatabase({ connectionString: urlOf(...hosts) })
  onTestFinished(() => database.close())
  return database
}
const isStandby = async ({ pool }: ReturnType<typeof open>) =>
  (await pool.query('select pg_is_in_recovery() as is_standby')).rows[0].is_standby

test('of several hosts, connections are made to the one that takes writes', async () => {
  for (const hosts of [
    [hostOf(standby), hostOf(primary)],
    [hostOf(primary), hostOf(standby)],
    [unreachable, hostOf(standby), hostOf(primary)],
  ]) {
    expect(await isStandby(open(...hosts))).toBe(false)
    const session = await openUnlimitedSession({ connectionString: urlOf(...hosts) })
    expect((await session.query('create temp table written ()')).command).toBe('CREATE')
    await session.end()
  }
})

/** A proxy before the primary. `pass` gets what a client sends, and returns whether the server gets it. */
async function openProxy(pass: (sent: Buffer, client: Socket) => boolean) {
  const { host, port } = primary.config
  const proxy = createServer((client) => {
    const server = openSocket(`${host}/.s.PGSQL.${port}`)
    client.on('error', () => {}).on('close', () => server.destroy())
    server.on('error', () => {}).on('close', () => client.destroy())
    client.on('data', (sent) => pass(sent, client) && server.write(sent))
    server.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return `127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('a connection that breaks while its host is asked for its role fails like any other, and ends no process', async () => {
  const { pool } = open(
    await openProxy((sent, client) => {
      if (!sent.includes('pg_is_in_recovery')) return true
      client.resetAndDestroy()
      return false
    }),
  )

  await expect(pool.query('select 1')).rejects.toThrow()
})

test.each([false, true])(
  'a connection whose host has lost its power ends after the limit of a statement, and with it all that were open then; to a standby: %s',
  async (isStandby) => {
    const lost = new Set<Socket>()
    const clients = new Set<Socket>()
    const proxy = await openProxy((_, client) => {
      clients.add(client)
      return !lost.has(client)
    })
    const { pool, db } = openDatabase({ connectionString: urlOf(proxy), statementTimeoutMs: 100, isStandby })
    const held = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    for (const client of held) client.release()
    for (const client of clients) lost.add(client)

    const startedAt = performance.now()
    const unanswered = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(isUnavailable(unanswered)).toBe(true)
    expect(performance.now() - startedAt).toBeGreaterThan(2_000)

    // Each of the two others would wait as long.
    expect((await Promise.all([pool.query('select 1'), pool.query('select 1')])).length).toBe(2)
    expect(clients.size).toBe(5)
    expect(pool.totalCount).toBe(2)
    await pool.end()
  },
)

test('a transaction that is allowed more time gets it, and the next one has the usual limit', async () => {
  let isLost = false
  const proxy = await openProxy(() => !isLost)
  const { db, close } = openDatabase({ connectionString: urlOf(proxy), statementTimeoutMs: 100, poolSize: 1 })
  onTestFinished(close)
  await db.transaction().execute(async (tx) => {
    await allowLonger(tx, 20_000)
    await sql`select pg_sleep(3)`.execute(tx)
  })
  isLost = true

  const startedAt = performance.now()
  expect(isUnavailable(await sql`select 1`.execute(db).catch((error: unknown) => error))).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('a standby is refused like a write on it, alone and beside a host that does not answer', async () => {
  for (const hosts of [[hostOf(standby)], [hostOf(standby), unreachable]]) {
    const refused = await open(...hosts)
      .pool.query('select 1')
      .catch((error: unknown) => error)
    expect(isReadOnly(refused)).toBe(true)
  }
  await expect(open(unreachable, unreachable).pool.query('select 1')).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
})

test('after a promotion the same pool reaches the new primary', async () => {
  const database = open(hostOf(primary), hostOf(standby))
  expect(await isStandby(database)).toBe(false)
  await primary.stop()
  const superuser = new pg.Client({ ...standby.config, user: 'postgres' })
  await superuser.connect()
  await superuser.query('select pg_promote()')
  const promotedAt = performance.now()
  await superuser.end()

  const answers = async () =>
    (await database.pool.query('create temp table written ()').catch(() => {}))?.command
  await expect.poll(answers, { interval: 50 }).toBe('CREATE')
  expect(performance.now() - promotedAt).toBeLessThan(2_000)
})
