import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ClientConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { openS3Server } from '#harness/s3-server.ts'
import { testConfig } from '#harness/test-config.ts'
import { commandLineActor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { checkAuditChain } from '#server/platform/audit/check-audit-chain.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Connection } from '#server/platform/db/open.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { transientTables } from './transient-tables.ts'

const migrations = join(import.meta.dirname, '../../../../migrations')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shop = withOrders(await openShop({ seed: true, config: { dataDir: join(folder, 'shop') } }))
const { host, port, user, password, database } = shop.pool.options as ClientConfig
const source: Connection = {
  config: { host, port, user, database, ssl: false, ...(password ? { password } : {}) } as ClientConfig,
}
const media = join(folder, 'shop/media')
mkdirSync(join(media, 'refund/2026/11'), { recursive: true })
writeFileSync(join(media, 'mug.webp'), 'a mug')
writeFileSync(join(media, `refund/2026/11/${'x'.repeat(120)}.webp`), 'a broken mug')
writeFileSync(join(media, 'größe.webp'), Buffer.alloc(3_000_000, 'size'))
writeFileSync(join(media, '.download'), 'unfinished')

/** The file of this name, and drafts of it. */
const leftOf = (name: string) => readdirSync(folder).filter((each) => each.startsWith(name))

let made = 0
async function backUp({ withSecrets = false, config = {} }: { withSecrets?: boolean; config?: object } = {}) {
  made += 1
  const file = join(folder, `${made}.backup`)
  const report = await createBackup({
    connection: source,
    config: { ...testConfig, dataDir: join(folder, 'shop'), ...config },
    file,
    withSecrets,
  })
  return { file, report }
}

async function emptyTarget() {
  const { db, pool, connection } = await testDatabase({ empty: true })
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const restore = (file: string, options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
    restoreBackup({
      connect: async () => connection,
      config: { ...testConfig, dataDir },
      file,
      migrations: [{ folder: migrations }],
      acceptsNewSecrets: false,
      ...options,
    })
  const isEmpty = async () =>
    (await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount === 0 &&
    readdirSync(dataDir).length === 0
  return { db, pool, connection, dataDir, restore, isEmpty }
}

const ordersOf = async (pool: typeof shop.pool) =>
  (
    await pool.query(`
      select o.id, o.order_no, o.grand_total, o.email, o.placed_at,
        (select jsonb_agg(to_jsonb(i) order by i.id) from order_items i where i.order_id = o.id) as items
      from orders o order by o.id`)
  ).rows

test('a backup made while orders are placed contains every order placed before it', async () => {
  for (let n = 0; n < 3; n++) await shop.orderOf({ isCustomer: n > 0 })
  let isPlacing = true
  const failures: unknown[] = []
  const shoppers = [1, 2].map(async () => {
    while (isPlacing) await shop.orderOf({ isCustomer: false }).catch((error) => failures.push(error))
  })
  const count = async () => Number((await shop.pool.query('select count(*) from orders')).rows[0].count)

  let file = ''
  let before: Awaited<ReturnType<typeof ordersOf>> = []
  let placedDuringBackup = 0
  for (let attempt = 0; attempt < 20 && placedDuringBackup === 0; attempt++) {
    before = await ordersOf(shop.pool)
    ;({ file } = await backUp())
    placedDuringBackup = (await count()) - before.length
  }
  isPlacing = false
  await Promise.all(shoppers)
  expect(failures).toEqual([])
  expect(placedDuringBackup).toBeGreaterThan(0)

  const target = await emptyTarget()
  await target.restore(file)

  const restored = await ordersOf(target.pool)
  expect(restored.slice(0, before.length)).toEqual(before)
  expect(restored.length).toBeLessThanOrEqual(await count())
  const sum = (rows: typeof before) => rows.reduce((total, { grand_total }) => total + grand_total, 0)
  expect(sum(restored)).toBe(sum((await ordersOf(shop.pool)).slice(0, restored.length)))
  // One snapshot: no order without its lines, its event and its stock.
  const { rows: torn } = await target.pool.query(`
    select o.id from orders o
    where not exists (select from order_items i where i.order_id = o.id)
      or not exists (select from order_events e where e.order_id = o.id)
      or o.subtotal <> (select sum(i.total) from order_items i where i.order_id = o.id)`)
  expect(torn).toEqual([])
  // Every order has a product of its own, and each product had 50 pieces.
  const { rows: stocks } = await target.pool.query<{ total: number }>(
    `select v.stock + sum(i.quantity)::int as total from variations v join order_items i on i.variation_id = v.id group by v.id`,
  )
  expect(stocks).toEqual(restored.map(() => ({ total: 50 })))
}, 120_000)

test('a restored shop has the same rows, constraints, sequences and files', async () => {
  const { file, report } = await backUp()
  const target = await emptyTarget()

  const { rows, files } = await target.restore(file)

  expect({ rows, files }).toEqual({ rows: report.rows, files: 3 })
  const constraints = `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
  expect((await target.pool.query(constraints)).rows).toEqual((await shop.pool.query(constraints)).rows)
  const tables = (
    await shop.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
  ).rows.map(({ name }) => name)
  for (const name of tables.filter((table) => !transientTables.has(table))) {
    const content = `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`
    expect([name, (await target.pool.query(content)).rows]).toEqual([
      name,
      (await shop.pool.query(content)).rows,
    ])
  }
  const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename <> 'change_log_id_seq' order by 1`
  expect((await target.pool.query(sequences)).rows).toEqual((await shop.pool.query(sequences)).rows)
  for (const path of ['mug.webp', `refund/2026/11/${'x'.repeat(120)}.webp`, 'größe.webp'])
    expect(readFileSync(join(target.dataDir, 'media', path))).toEqual(readFileSync(join(media, path)))
  expect(readdirSync(target.dataDir)).toEqual(['media'])
  expect(existsSync(join(target.dataDir, 'media/.download'))).toBe(false)
  // The next start has nothing to migrate.
  expect(await migrate(target.connection, { folder: migrations })).toEqual([])
})

test('a restored audit log has its chain of hashes, which goes on', async () => {
  for (const id of ['1', '2'])
    await writeAudit(shop.db, commandLineActor(), { action: 'order.pack', record: { type: 'order', id } })
  const before = await checkAuditChain(shop.db)
  expect(before).toMatchObject({ faults: [] })
  const { file } = await backUp()
  const target = await emptyTarget()
  await target.restore(file)

  expect(await checkAuditChain(target.db)).toEqual(before)
  await writeAudit(target.db, commandLineActor(), { action: 'x', record: { type: 'x', id: '' } })
  expect(await checkAuditChain(target.db)).toMatchObject({
    entries: (before?.entries ?? 0) + 1,
    faults: [],
  })
  await expect(target.pool.query('delete from audit_log')).rejects.toThrow('append-only')
})

test('a backup holds no logins, codes or reset links, and no secrets unless requested', async () => {
  await shop.orderOf()
  expect((await shop.pool.query('select from sessions')).rowCount).toBeGreaterThan(0)
  const { file } = await backUp()
  const target = await emptyTarget()
  await target.restore(file)

  for (const name of ['sessions', 'otp_challenges', 'password_resets', 'passkey_challenges'])
    expect([name, (await target.pool.query(`select from ${name}`)).rowCount]).toEqual([name, 0])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('no table of a backup has a foreign key to an excluded table', async () => {
  const { rows } = await shop.pool.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  expect(
    rows.filter(({ child, parent }) => transientTables.has(parent) && !transientTables.has(child)),
  ).toEqual([])
})

test('restore refuses a damaged, truncated or foreign file before it writes anything', async () => {
  const { file } = await backUp()
  const bytes = readFileSync(file)
  const target = await emptyTarget()
  let connections = 0
  const attempt = (content: Buffer) => {
    const damaged = join(folder, 'damaged.backup')
    writeFileSync(damaged, content)
    return target.restore(damaged, {
      async connect() {
        connections += 1
        return target.connection
      },
    })
  }

  for (const length of [0, 1, 100, bytes.length / 2, bytes.length - 1])
    await expect(attempt(bytes.subarray(0, length))).rejects.toMatchObject({ name: 'BackupError' })
  for (const part of [0.01, 0.3, 0.6, 0.9, 0.999]) {
    const changed = Buffer.from(bytes)
    const at = Math.floor(bytes.length * part)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    await expect(attempt(changed)).rejects.toMatchObject({ name: 'BackupError' })
  }
  await expect(attempt(Buffer.from('id,name\n1,Mug\n'))).rejects.toMatchObject({ name: 'BackupError' })
  await expect(target.restore(join(folder, 'none'))).rejects.toThrow(/File .* not found/)

  expect(connections).toBe(0)
  expect(await target.isEmpty()).toBe(true)
})

test('restore refuses a database or a folder that is not empty', async () => {
  const { file } = await backUp()
  const target = await emptyTarget()
  await target.pool.query('create table mine (id int)')
  await expect(target.restore(file)).rejects.toThrow('The database is not empty')
  await target.pool.query('drop table mine')

  mkdirSync(join(target.dataDir, 'media'))
  writeFileSync(join(target.dataDir, 'media/mine.webp'), 'mine')
  await expect(target.restore(file)).rejects.toThrow('There are files in')

  expect(readdirSync(join(target.dataDir, 'media'))).toEqual(['mine.webp'])
  expect((await target.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
})

test('a failed restore leaves database and folder empty', async () => {
  const { file } = await backUp()
  const target = await emptyTarget()
  const failing = target.restore(file, {
    onProgress(step) {
      if (step === 'Checking constraints') throw new Error('the disk is full')
    },
  })

  await expect(failing).rejects.toThrow('the disk is full')
  expect(await target.isEmpty()).toBe(true)
  await target.restore(file)
})

test('a backup contains the files of a bucket, and a restore writes them into an empty one', async () => {
  const s3 = await openS3Server()
  const [old, fresh] = ['old', 'fresh'].map((prefix) => ({ ...s3, prefix, kind: 's3' as const }))
  if (!old || !fresh) throw new Error('Two buckets expected')
  const size = Buffer.alloc(3_000_000, 'size')
  await createS3Storage(old).write('kiln/größe.webp', size)
  await createS3Storage(old).write('mug.webp', Buffer.from('a mug'))
  const buildFile = 'builds/shop/assets/view-Bk3d9a.js.private'
  for (const storage of [old, fresh]) await createS3Storage(storage).write(buildFile, Buffer.from('a build'))
  const { file, report } = await backUp({ config: { storage: old } })
  expect(report.files, 'without build files, which every start of a host stores').toBe(2)

  const target = await emptyTarget()
  const config = { ...testConfig, dataDir: target.dataDir }
  await expect(target.restore(file, { config: { ...config, storage: old } })).rejects.toThrow(
    'There are files in the bucket',
  )
  const failing = target.restore(file, {
    config: { ...config, storage: fresh },
    onProgress(step) {
      if (step === 'Checking constraints') throw new Error('the network is down')
    },
  })
  await expect(failing).rejects.toThrow('the network is down')
  expect(await Readable.from(createS3Storage(fresh).list()).toArray()).toMatchObject([{ path: buildFile }])
  expect(await Readable.from(createS3Storage(old).list()).toArray()).toHaveLength(3)

  expect(await target.restore(file, { config: { ...config, storage: fresh } })).toMatchObject({ files: 2 })

  expect((await createS3Storage(fresh).read('kiln/größe.webp')).equals(size)).toBe(true)
  expect((await createS3Storage(fresh).read('mug.webp')).toString()).toBe('a mug')
  expect(readdirSync(target.dataDir)).toEqual([])
})

test('a backup fails when a file of the bucket ends or disappears after its first bytes', async () => {
  const s3 = await openS3Server()
  const storage = { ...s3, prefix: 'cut', kind: 's3' as const }
  await createS3Storage(storage).write('kiln/mug.webp', Buffer.alloc(3_000_000, 'mug'))
  for (const isGone of [false, true]) {
    const endpoint = await openCuttingProxy(String(s3.endpoint), { path: 'kiln/mug.webp', isGone })

    await expect(backUp({ config: { storage: { ...storage, endpoint } } })).rejects.toMatchObject({
      name: 'BackupError',
      message: 'files/kiln/mug.webp could not be read completely. Run the backup again.',
    })

    expect(leftOf(`${made}.backup`)).toEqual([])
  }
})

/** Forwards to a bucket's server, but closes the connection within the content of one file, which then may be gone. */
async function openCuttingProxy(target: string, { path, isGone }: { path: string; isGone: boolean }) {
  let isCut = false
  const proxy = createServer((incoming, outgoing) => {
    const isFile = incoming.url?.includes(path) === true
    if (isFile && isCut && isGone) return outgoing.writeHead(404).end()
    const { method, headers } = incoming
    const forwarded = request(new URL(String(incoming.url), target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (method !== 'GET' || !isFile) return void answer.pipe(outgoing)
      isCut = true
      answer.once('data', (first: Buffer) => outgoing.write(first, () => outgoing.destroy()))
    })
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('a killed restore prevents every start until the next restore has run', async () => {
  const { file } = await backUp()
  const target = await emptyTarget()
  // State after a kill: the mark, some of the tables and some of the files.
  await target.pool.query('create table unfinished_restore (place text not null)')
  await target.pool.query('insert into unfinished_restore values ($1)', [`${hostname()}:${target.dataDir}`])
  await target.pool.query('create table orders (id int)')
  mkdirSync(join(target.dataDir, 'media'))
  writeFileSync(join(target.dataDir, 'media/half.webp'), 'half')

  await expect(migrate(target.connection, { folder: migrations })).rejects.toThrow('was not finished')
  await expect(target.restore(file, { config: { ...testConfig, dataDir: folder } })).rejects.toThrow(
    'was started from',
  )
  await target.restore(file)

  expect(existsSync(join(target.dataDir, 'media/half.webp'))).toBe(false)
  expect((await target.pool.query('select from orders')).rowCount).toBe(
    (await shop.pool.query('select from orders')).rowCount,
  )
  expect(await migrate(target.connection, { folder: migrations })).toEqual([])
})

test('restore requires the secrets of the shop or of the backup', async () => {
  const other = { tokenSecret: 'T'.repeat(40), passwordPepper: 'P'.repeat(40) }
  const { file } = await backUp()
  const target = await emptyTarget()
  const config = { dataDir: target.dataDir, ...other }
  await expect(target.restore(file, { config })).rejects.toThrow(
    'Set VITRINE_TOKEN_SECRET and VITRINE_PASSWORD_PEPPER',
  )
  writeFileSync(join(target.dataDir, 'secrets.json'), JSON.stringify(other))
  await expect(target.restore(file, { config })).rejects.toThrow(
    'Put the secrets.json of the shop into the data folder',
  )

  const { file: whole } = await backUp({ withSecrets: true })
  await target.restore(whole, { config })
  const { tokenSecret, passwordPepper } = testConfig
  expect(JSON.parse(readFileSync(join(target.dataDir, 'secrets.json'), 'utf8'))).toEqual({
    tokenSecret,
    passwordPepper,
  })
  expect(JSON.parse(readFileSync(join(target.dataDir, 'secrets.json.before-restore'), 'utf8'))).toEqual(other)

  const elsewhere = await emptyTarget()
  await elsewhere.restore(file, { config: { dataDir: elsewhere.dataDir, ...other }, acceptsNewSecrets: true })
  expect(existsSync(join(elsewhere.dataDir, 'secrets.json'))).toBe(false)
})

test('a later release restores a backup and migrates its rows', async () => {
  const { file } = await backUp()
  const later = mkdtempSync(join(folder, 'migrations-'))
  for (const name of readdirSync(migrations))
    writeFileSync(join(later, name), readFileSync(join(migrations, name)))
  writeFileSync(
    join(later, '9999_later.sql'),
    'alter table orders add column packing_note text; update orders set packing_note = order_no',
  )
  const target = await emptyTarget()
  await target.restore(file, { migrations: [{ folder: later }] })
  expect(
    (await target.pool.query('select from orders where packing_note = order_no')).rowCount,
  ).toBeGreaterThan(0)

  const earlier = mkdtempSync(join(folder, 'migrations-'))
  writeFileSync(join(earlier, '0001_a.sql'), 'select 1')
  const old = await emptyTarget()
  await expect(old.restore(file, { migrations: [{ folder: earlier }] })).rejects.toThrow(
    'Restore it with that release or a newer one',
  )
  expect(await old.isEmpty()).toBe(true)
})

test('a backup does not overwrite a file and leaves nothing when it fails', async () => {
  const { file } = await backUp()
  made -= 1
  await expect(backUp()).rejects.toThrow('already exists')

  const { connection } = await testDatabase({ empty: true })
  const failed = join(folder, 'failed.backup')
  const config = { ...testConfig, dataDir: folder }
  await expect(createBackup({ connection, config, file: failed, withSecrets: false })).rejects.toThrow(
    'is empty',
  )
  expect(leftOf('failed.backup')).toEqual([])
  expect(existsSync(file)).toBe(true)
})

test('of two backups to one file at once one is complete, and the other leaves nothing', async () => {
  const first = backUp()
  made -= 1
  const both = await Promise.allSettled([first, backUp()])
  const done = both.filter(({ status }) => status === 'fulfilled')
  const refused = both.filter(({ status }) => status === 'rejected')

  expect(done).toHaveLength(1)
  expect(refused).toMatchObject([{ reason: { message: expect.stringContaining('already exists') } }])
  expect(leftOf(`${made}.backup`)).toEqual([`${made}.backup`])
})

test('a backup contains the tables of plugins, and a restore needs their migrations', async () => {
  const ofPlugin = { folder: mkdtempSync(join(folder, 'plugin-')), plugin: 'size-notes' }
  writeFileSync(
    join(ofPlugin.folder, '0001_size_notes.sql'),
    'create table size_notes (order_id bigint primary key references orders, note text not null)',
  )
  await migrate(source, ofPlugin)
  await shop.pool.query(`insert into size_notes select min(id), 'M' from orders`)
  const { file } = await backUp()

  const without = await emptyTarget()
  await expect(without.restore(file)).rejects.toThrow('Install the plugin size-notes')
  expect(await without.isEmpty()).toBe(true)

  const target = await emptyTarget()
  await target.restore(file, { migrations: [{ folder: migrations }, ofPlugin] })
  expect((await target.pool.query('select note from size_notes')).rows).toEqual([{ note: 'M' }])
  expect(await migrate(target.connection, ofPlugin)).toEqual([])
})
