import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning } from './launcher/process-info.ts'
import { type ReadyEvent, testFolder } from './launcher/run-app.test-support.ts'
import { openDatabase } from './open.ts'

let shop: ReturnType<typeof testFolder>
beforeEach(() => {
  shop = testFolder()
})
afterEach(() => shop.cleanUp())

test('a second start keeps the data of the first, and a stopped shop leaves no process', async () => {
  const first = shop.run()
  const { config, pid } = await first.next<ReadyEvent>('ready')
  await query(config, `create table note as select 'kept' as text`)
  await first.stop()
  expect(isRunning(pid)).toBe(false)

  const second = shop.run()
  const ready = await second.next<ReadyEvent>('ready')

  expect(ready.adopted).toBe(false)
  expect(await query(ready.config, 'select text from note')).toEqual([{ text: 'kept' }])
  await second.stop()
  expect(isRunning(ready.pid)).toBe(false)
})

test('the server accepts connections on its private socket only, from a role without superuser rights', async () => {
  const { config } = await shop.run().next<ReadyEvent>('ready')

  expect(
    await query(
      config,
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, usesuper from pg_user where usename = current_user`,
    ),
  ).toEqual([{ tcp: '', fsync: 'on', encoding: 'UTF8', usesuper: false }])
})

test('a statement that was planned for a small table is planned again once the table has grown', async () => {
  const { config } = await shop.run().next<ReadyEvent>('ready')
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(`create table shopper as select id, 'x' as name from generate_series(1, 20) id;
      alter table shopper add primary key (id); analyze shopper`)
    const find = () =>
      client.query({ name: 'find', text: 'select name from shopper where id = $1', values: [1] })
    // From the sixth time on the plan is cached.
    for (let time = 0; time < 10; time += 1) await find()
    const plan = async () => JSON.stringify((await client.query('explain execute find (1)')).rows)
    expect(await plan()).toContain('Seq Scan')

    await client.query(`insert into shopper select id, 'x' from generate_series(21, 20000) id`)

    await expect.poll(plan, { timeout: 60_000 }).toContain('Index')
  } finally {
    await client.end()
  }
})

test('after a kill -9 of the shop its server is adopted with every acknowledged write', async () => {
  const first = shop.run('data', { write: true })
  const { pid } = await first.next<ReadyEvent>('ready')
  await first.next('acknowledged')
  await sleep(200)
  await first.kill()

  const second = shop.run()
  const ready = await second.next<ReadyEvent>('ready')

  expect(ready).toMatchObject({ adopted: true, pid })
  expect(await writtenIds(ready.config)).toEqual(expect.arrayContaining(acknowledgedIds(first)))
  await second.stop()
  expect(isRunning(pid)).toBe(false)
})

test('every acknowledged write survives a kill -9 of shop and server', async () => {
  const first = shop.run('data', { write: true })
  const { pid } = await first.next<ReadyEvent>('ready')
  await first.next('acknowledged')
  await sleep(200)
  process.kill(pid, 'SIGKILL')
  await first.kill()

  const ready = await shop.run().next<ReadyEvent>('ready')

  expect(ready.adopted).toBe(false)
  expect(acknowledgedIds(first).length).toBeGreaterThan(0)
  expect(await writtenIds(ready.config)).toEqual(expect.arrayContaining(acknowledgedIds(first)))
})

test('a killed server is restarted and the pool recovers by itself, repeatedly', async () => {
  const { config, folder } = await shop.run().next<ReadyEvent>('ready')
  const { pool, close } = openDatabase({ config })
  await pool.query('create table visits (id int)')

  for (const visit of [1, 2, 3]) {
    const killed = serverPid(folder)
    // A connection that is in use when the server dies must not end the shop.
    const busy = await pool.connect()
    process.kill(killed, 'SIGKILL')
    await untilAnswered(() => pool.query('insert into visits values ($1)', [visit]))
    busy.release(true)
    expect(serverPid(folder)).not.toBe(killed)
  }

  expect((await pool.query('select count(*)::int as n from visits')).rows).toEqual([{ n: 3 }])
  await close()
})

test('a second shop on the same data folder is refused with the pid of the first', async () => {
  const first = shop.run()
  await first.next('ready')

  const second = await shop.run().next('failed')

  expect(second).toMatchObject({ code: 'IN_USE' })
  expect(second.message).toContain(`process ${first.process.pid}`)
  expect(isRunning(first.process.pid!)).toBe(true)
})

test('of several shops started at the same moment one runs and the others are refused', async () => {
  const apps = [shop.run(), shop.run(), shop.run()]

  const outcomes = await Promise.all(apps.map((app) => app.next('ready').catch(() => app.next('failed'))))

  expect(outcomes.filter(({ event }) => event === 'ready')).toHaveLength(1)
  expect(outcomes.filter(({ code }) => code === 'IN_USE')).toHaveLength(2)
})

test('an interrupted first start is repeated from the beginning', async () => {
  const first = shop.run()
  await first.next('progress')
  await sleep(120)
  await first.kill()
  expect(readdirSync(join(shop.path, 'data/postgres')).join()).toContain('unfinished')
  expect(readdirSync(join(shop.path, 'data/postgres'))).not.toContain('cluster')

  const { config, folder } = await shop.run().next<ReadyEvent>('ready')

  expect(await query(config, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(folder)).toContain('cluster')
})

test('a data folder path may have spaces, quotes and more characters than a socket path allows', async () => {
  const spaces = shop.run(`it's a "shop", with spaces`)
  const long = shop.run('x'.repeat(100))

  for (const app of [spaces, long]) {
    const { config, folder } = await app.next<ReadyEvent>('ready')
    expect(await query(config, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(folder, 'run/.s.PGSQL.5432')), 'where other containers find it').toBe(true)
    await app.stop()
    expect(existsSync(join(config.host!, '.s.PGSQL.5432'))).toBe(false)
  }
})

test('files of a dead server are removed even when its pid is in use again', async () => {
  const first = shop.run()
  const { pid, folder } = await first.next<ReadyEvent>('ready')
  const pidFile = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8')
  await first.kill()
  process.kill(pid, 'SIGKILL')
  await until(() => !isRunning(pid))
  // A process of the server's own user, which PostgreSQL itself would take for a server.
  const other = spawn('sleep', ['60'], { stdio: 'ignore', ...serverUser(folder) })
  for (const left of ['cluster/postmaster.pid', 'run/.s.PGSQL.5432.lock']) {
    writeFileSync(join(folder, left), pidFile.replace(String(pid), String(other.pid)))
  }

  const ready = await shop.run().next<ReadyEvent>('ready')

  expect(ready.adopted).toBe(false)
  expect(isRunning(other.pid!)).toBe(true)
  other.kill()
})

test('a server that another program started on the data is refused and left alone', async () => {
  const first = shop.run()
  const { folder, pid } = await first.next<ReadyEvent>('ready')
  const [postgres = '', dash = '', cluster = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  await first.stop()
  const foreign = spawn(postgres, [dash, cluster, '-c', 'listen_addresses=', '-k', join(folder, 'run')], {
    stdio: 'ignore',
    cwd: folder,
    ...serverUser(folder),
  })
  try {
    await until(() => /^ready/m.test(readFileSync(join(cluster, 'postmaster.pid'), 'utf8')))

    const refused = await shop.run().next('failed')

    expect(refused).toMatchObject({ code: 'IN_USE' })
    expect(refused.message).toContain(`process ${foreign.pid} `)
    expect(isRunning(foreign.pid!)).toBe(true)
  } finally {
    foreign.kill('SIGKILL')
  }
})

test.each([
  ['a path', 'data'],
  ['a path too long for a socket', 'x'.repeat(100)],
])(
  'at %s, a server with an invisible pid, as in another container, is refused while it answers',
  async (_, name) => {
    const first = shop.run(name)
    const { folder, pid, config } = await first.next<ReadyEvent>('ready')
    await first.kill()
    // Another container has a /tmp of its own.
    const link = config.host?.startsWith('/tmp/vitrine-') ? config.host : undefined
    if (link) renameSync(link, `${link}-other`)
    const pidFile = join(folder, 'cluster/postmaster.pid')
    const visible = readFileSync(pidFile, 'utf8')
    writeFileSync(pidFile, visible.replace(String(pid), '99999999'))
    const locks = () =>
      readdirSync(folder).flatMap((name) =>
        name.startsWith('lock-') ? [name, readFileSync(join(folder, name), 'utf8')] : [],
      )
    const before = locks()

    const refused = await shop.run(name).next('failed')

    expect(refused).toMatchObject({ code: 'IN_USE' })
    expect(refused.message).toContain('container')
    // Otherwise a command beside the running shop would adopt its server, and stop it at its end.
    expect(locks()).toEqual(before)
    expect(isRunning(pid)).toBe(true)
    writeFileSync(pidFile, visible)
    if (link) {
      rmSync(link)
      renameSync(`${link}-other`, link)
    }
  },
)

test('data of another PostgreSQL version are refused', async () => {
  const first = shop.run()
  const { folder } = await first.next<ReadyEvent>('ready')
  await first.stop()
  writeFileSync(join(folder, 'cluster/PG_VERSION'), '17\n')

  const refused = await shop.run().next('failed')

  expect(refused).toMatchObject({ code: 'NOT_OURS' })
  expect(refused.message).toContain('PostgreSQL 17')
})

test('a left-over server with the settings of another release is stopped and a new one started', async () => {
  const first = shop.run('data', { settings: { work_mem: '5MB' } })
  const { pid } = await first.next<ReadyEvent>('ready')
  await first.kill()

  const { adopted, config } = await shop
    .run('data', { settings: { work_mem: '6MB' } })
    .next<ReadyEvent>('ready')

  expect(adopted).toBe(false)
  expect(isRunning(pid)).toBe(false)
  expect(await query(config, 'show work_mem')).toEqual([{ work_mem: '6MB' }])
})

test('a server that hangs is stopped', async () => {
  const app = shop.run()
  const { pid } = await app.next<ReadyEvent>('ready')
  process.kill(pid, 'SIGSTOP')

  await app.stop()

  expect(app.events.at(-1)).toEqual({ event: 'stopped' })
  expect(isRunning(pid)).toBe(false)
})

test('a failed server start reports the end of the server log', async () => {
  const first = shop.run()
  const { folder } = await first.next<ReadyEvent>('ready')
  await first.stop()
  appendFileSync(join(folder, 'cluster/pg_hba.conf'), 'nonsense\n')

  const failed = await shop.run().next('failed')

  expect(failed).toMatchObject({ code: 'FAILED' })
  expect(failed.message).toContain('could not load')
})

test('a folder that is not a cluster is not overwritten', async () => {
  mkdirSync(join(shop.path, 'data/postgres/cluster'), { recursive: true })
  writeFileSync(join(shop.path, 'data/postgres/cluster/thesis.txt'), 'years of work')
  chmodSync(join(shop.path, 'data'), 0o755)

  expect(await shop.run().next('failed')).toMatchObject({ code: 'NOT_OURS' })
})

async function query(config: pg.ClientConfig, text: string) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const writtenIds = async (config: pg.ClientConfig) =>
  (await query(config, 'select id from written')).map(({ id }) => id)

const acknowledgedIds = ({ events }: { events: Record<string, unknown>[] }) =>
  events.filter(({ event }) => event === 'acknowledged').map(({ id }) => id)

/** For spawn: the user that the server runs as, when the tests run as root. */
function serverUser(folder: string): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(join(folder, 'cluster'))
  return process.getuid?.() === 0 ? { uid, gid } : {}
}

const serverPid = (folder: string) =>
  Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

async function until(isTrue: () => boolean): Promise<void> {
  for (;;) {
    try {
      if (isTrue()) return
    } catch {
      // The file does not exist yet.
    }
    await sleep(5)
  }
}

async function untilAnswered(run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await run()
      return
    } catch {
      await sleep(20)
    }
  }
}
