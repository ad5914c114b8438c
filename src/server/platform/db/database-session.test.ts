import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { startChangeFeed } from '../changes/change-feed.ts'
import { type Connection, openDatabase } from './open.ts'
import { prepared } from './prepared.ts'
import { directConnection, openConfiguredDatabase } from './shop-connection.ts'
import { openUnlimitedSession } from './unlimited-session.ts'

const { connection } = await testDatabase()

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0
if (!hasPgBouncer) process.stdout.write('pgbouncer is not installed: its tests are skipped\n')

test('a direct connection is accepted, and the pool has the configured size', async () => {
  const { host, port, user, password, database } = addressOf(connection)
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`
  const config = { databaseUrl, databasePoolSize: 3 }
  const opened = await openConfiguredDatabase(config, await directConnection(config, undefined))

  expect([opened.pool.options.max, opened.direct === opened.pool]).toEqual([3, true])
  expect((await opened.pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  await opened.close()
})

test('statements are not compiled, whatever the server’s setting is', async () => {
  const admin = openDatabase(connection)
  await admin.pool.query(`alter database "${addressOf(connection).database}" set jit = on`)
  const { pool, close } = openDatabase(connection)

  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await admin.pool.query(`alter database "${addressOf(connection).database}" reset jit`)
  await Promise.all([admin.close(), close()])
})

test('a database server that cannot be used is refused, saying what to check and without the password', async () => {
  const { host, port, user } = addressOf(connection)
  const missing = `postgres://${user}:hidden@${encodeURIComponent(host)}:${port}/no_such_database`
  for (const databaseUrl of ['postgres://shop:hidden@127.0.0.1:1/shop', missing]) {
    const refused = await directConnection({ databaseUrl }, undefined).catch((error: Error) => error)
    expect(refused).toMatchObject({
      name: 'DatabaseConnectionError',
      message: expect.stringMatching(/^No connection to the database of DATABASE_URL: .+ Check its host/),
    })
    expect(String(refused)).not.toContain('hidden')
  }
})

describe.runIf(hasPgBouncer)('behind PgBouncer in transaction mode', async () => {
  const bouncer = hasPgBouncer ? await startPgBouncer(connection) : undefined
  afterAll(() => bouncer?.stop())
  const { pooledUrl = '', ignoringUrl = '', role = '' } = bouncer ?? {}

  test('a pooler in DATABASE_URL alone is refused, saying what to set', async () => {
    for (const databaseUrl of [pooledUrl, ignoringUrl])
      await expect(directConnection({ databaseUrl }, undefined)).rejects.toThrow(
        /^DATABASE_URL leads to a connection pooler .* Set DATABASE_DIRECT_URL/,
      )
    const both = { databaseUrl: pooledUrl, databaseDirectUrl: pooledUrl }
    await expect(directConnection(both, undefined)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to/)
  })

  test('a role without the settings is refused with the SQL to run, and accepted after it', async () => {
    const config = { databaseUrl: pooledUrl, databaseDirectUrl: 'postgres://unused' }
    const refused = await openConfiguredDatabase(config, connection).catch((error: Error) => error.message)
    expect(refused).toContain(`alter role "${role}" set statement_timeout = '3s';`)

    const sql = String(refused).slice(String(refused).indexOf('alter role'))
    await bouncer?.run(sql)
    const { pool, close } = await openConfiguredDatabase(config, connection)

    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '3s' }])
    await close()
  })

  test('a role whose statements are compiled is named with the SQL that ends it', async () => {
    const config = { databaseUrl: pooledUrl, databaseDirectUrl: 'postgres://unused' }
    const warnings = async () => {
      const said: string[] = []
      const warn = (text: unknown) => void said.push(String(text))
      const { close } = await openConfiguredDatabase(config, connection, { log: { warn } })
      await close()
      return said.filter((text) => text.includes('jit'))
    }
    await bouncer?.run(`alter role "${role}" set jit = on`)
    const [warning = '', ...others] = await warnings()
    await bouncer?.run(/alter role .*;/.exec(warning)?.[0] ?? '')

    expect([others, await warnings()]).toEqual([[], []])
    expect(warning).toContain(`alter role "${role}" set jit = off;`)
  })

  test('an unlimited session leaves the limits of the pooler’s sessions as they are', async () => {
    const config = { databaseUrl: pooledUrl, databaseDirectUrl: 'postgres://unused' }
    const session = await openUnlimitedSession(connection)
    const { pool, close } = await openConfiguredDatabase(config, connection, { statementTimeoutMs: 0 })
    const shown = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`

    expect((await session.query(shown)).rows).toEqual([{ statement: '0', lock: '0', idle: '0' }])
    const pooled = await Promise.all(Array.from({ length: 20 }, () => pool.query(shown)))
    for (const { rows } of pooled) expect(rows).toEqual([{ statement: '3s', lock: '2s', idle: '10s' }])
    await session.end()
    await close()
  })

  test('prepared statements and transactions of many clients share few sessions, and changes are announced', async () => {
    const config = { databaseUrl: pooledUrl, databaseDirectUrl: 'postgres://unused', databasePoolSize: 8 }
    const { db, pool, direct, close } = await openConfiguredDatabase(config, connection)
    const addOne = prepared<{ sum: number }>('pooler test sum', 'select $1::integer + 1 as sum')
    const feed = await startChangeFeed(direct, { pollMs: 60_000 })
    const received = new Promise((resolve) => feed.subscribe(resolve))

    const sums = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? addOne.first(pool, at)
          : db.transaction().execute(async (tx) => {
              await addOne.first(tx, at)
              return addOne.first(tx, at)
            }),
      ),
    )
    await pool.query(`insert into change_log (tag) values ('pooled')`)
    await pool.query('notify change_log')

    expect(sums.map((row) => row?.sum)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    expect(await received).toContain('pooled')
    await feed.stop()
    await close()
  })
})

function addressOf(where: Connection) {
  const { host, port, user, password, database } = new pg.Client(
    'config' in where ? where.config : { connectionString: where.connectionString },
  )
  return { host, port, user: user ?? '', password: String(password ?? ''), database: database ?? '' }
}

/**
 * Starts a PgBouncer with `deploy/pgbouncer.ini` and two sessions, which refuses start-up settings, or ignores them under another
 * port.
 */
async function startPgBouncer(to: Connection) {
  const { host, port, user, password, database } = addressOf(to)
  const owner = openDatabase({ ...to, poolSize: 1 })
  const run = (sql: string) => owner.pool.query(sql)
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${user}" "${password}"\n`)
  const children: ChildProcess[] = []
  const urls: string[] = []
  for (const ignored of [
    '',
    'extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ]) {
    const listen = await freePort()
    const file = join(folder, `${listen}.ini`)
    const changes = {
      vitrine: `host=${host} port=${port} dbname=${database} user=${user}${password ? ` password=${password}` : ''}`,
      listen_port: String(listen),
      auth_type: 'any',
      default_pool_size: '2',
      ...(ignored && { ignore_startup_parameters: ignored }),
    }
    writeFileSync(file, Object.entries(changes).reduce(withSetting, deployed))
    // PgBouncer refuses to run as root, and only the owner of the embedded server's socket can open it.
    const runAs = process.getuid?.() === 0 && host.startsWith('/') ? statSync(host) : undefined
    const asUser = runAs ? { uid: runAs.uid, gid: runAs.gid } : {}
    children.push(spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...asUser }))
    const url = `postgres://${user}@127.0.0.1:${listen}/vitrine`
    await untilConnected(url)
    urls.push(url)
  }
  return {
    pooledUrl: urls[0] ?? '',
    ignoringUrl: urls[1] ?? '',
    role: user,
    /** Runs SQL in the database, then makes the pooler reconnect and waits until it has. */
    async run(sql: string) {
      await run(sql)
      await run(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user
          and pid <> pg_backend_pid()`,
      )
      for (const url of urls) await untilConnected(url)
    },
    async stop() {
      for (const setting of [
        'statement_timeout',
        'lock_timeout',
        'idle_in_transaction_session_timeout',
        'timezone',
      ])
        await run(`alter role "${user}" reset ${setting}`)
      await owner.close()
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const deployed = readFileSync(join(import.meta.dirname, '../../../../deploy/pgbouncer.ini'), 'utf8')

function withSetting(ini: string, [name, value]: [string, string]): string {
  const line = new RegExp(`^${name} = .*$`, 'm')
  if (!line.test(ini)) throw new Error(`deploy/pgbouncer.ini has no ${name}`)
  return ini.replace(line, () => `${name} = ${value}`)
}

async function untilConnected(url: string) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url)
    // The pooler may end the session after its answer; the next statement or attempt notices.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (tries > 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
