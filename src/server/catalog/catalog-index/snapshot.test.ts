import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { startChangeFeed } from '#server/platform/changes/change-feed.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { ChangeFeed } from '#server/platform/kernel/context.ts'
import { expectSameListing } from './both-indexes.test-support.ts'
import { createMemoryCatalogIndex, type MemoryCatalogIndex } from './memory-catalog-index.ts'
import { addProduct, randomProduct, randomQuestion, scopeOf } from './random-catalog.test-support.ts'
import { makeChange, randomChange } from './random-changes.test-support.ts'
import { createSqlCatalogIndex } from './sql/sql-catalog-index.ts'

const { db, pool } = await testDatabase()
let shop: CatalogBuilder
let changes: ChangeFeed
let folder: string
let open: MemoryCatalogIndex[]
let logged: string[]

beforeEach(async () => {
  // A position in the log is as old as the oldest open transaction of the whole server, and other tests have theirs: notes of
  // the tests before would count as later changes.
  await db.deleteFrom('change_log').execute()
  shop = await catalogBuilder(db)
  changes = await startChangeFeed(pool, { pollMs: 60_000 })
  folder = await mkdtemp(join(tmpdir(), 'vitrine-snapshot-'))
  open = []
  logged = []
})

afterEach(async () => {
  for (const index of open) await index.stop()
  await changes.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the index as one process of this host does. */
async function openIndex() {
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
  const index = await createMemoryCatalogIndex({
    ...{ db, changes, log, snapshotDir: folder },
    maxWaitMs: Number.POSITIVE_INFINITY,
  })
  open.push(index)
  return index
}

/** Opens the index, waits until its snapshot is written, and closes it again. */
async function writeSnapshot() {
  const index = await openIndex()
  await index.ready(shop.channel.id)
  await expect.poll(() => readdirSync(folder)).toEqual(['channel-1.snapshot'])
  await index.stop()
  logged.length = 0
}

/** Opens the index as a new process: its change feed does not deliver earlier changes. */
async function restart() {
  await changes.catchUp()
  const index = await openIndex()
  await index.ready(shop.channel.id)
  return index
}

const listed = async (index: MemoryCatalogIndex) => {
  const query = { channelId: shop.channel.id, scope: { kind: 'shop' }, filters: {}, sort: 'default' } as const
  return (await index.listing({ ...query, page: 1, perPage: 96 })).productIds
}

const fromSnapshot = 'catalog index: loaded from the snapshot'
const fromDatabase = 'catalog index: built from the database'

test('the index is loaded from the snapshot after a restart', async () => {
  const { id } = await shop.product()
  await writeSnapshot()

  expect(await listed(await restart())).toEqual([id])
  expect(logged).toEqual([fromSnapshot])
})

test('the index shows what changed between the snapshot and the restart', async () => {
  const first = await shop.product()
  const second = await shop.product()
  await writeSnapshot()
  const third = await shop.product()
  await db.updateTable('products').set({ is_published: false }).where('id', '=', first.id).execute()
  await noteChange(db, ['listing', `product:${first.id}`, `product:${third.id}`])

  expect(await listed(await restart())).toEqual([second.id, third.id])
  expect(logged).toEqual([fromSnapshot])
})

test('the index shows a change whose transaction was open while the snapshot was written', async () => {
  const first = await shop.product()
  const second = await shop.product()
  const transaction = await db.startTransaction().execute()
  await transaction.updateTable('products').set({ is_published: false }).where('id', '=', first.id).execute()
  await noteChange(transaction, ['listing', `product:${first.id}`])
  // Later ids are assigned and committed before the first one is visible.
  await sql`insert into change_log (tag) select 'page:other' from generate_series(1, 600)`.execute(db)
  await writeSnapshot()
  await transaction.commit().execute()

  expect(await listed(await restart())).toEqual([second.id])
  expect(logged).toEqual([fromSnapshot])
})

test('a snapshot has the products whose earlier change was delivered while the index was built', async () => {
  const { id } = await shop.product()
  // Not delivered yet: the feed has no listener.
  await noteChange(db, ['listing', `product:${id}`])
  const transaction = await db.startTransaction().execute()
  await sql`lock table products`.execute(transaction)
  const index = await openIndex()
  await expect.poll(waitingForLock).toBe(1)
  await changes.catchUp()
  await transaction.commit().execute()
  await index.ready(shop.channel.id)
  await expect.poll(() => readdirSync(folder)).toEqual(['channel-1.snapshot'])
  await index.stop()
  logged.length = 0

  expect(await listed(await restart())).toEqual([id])
  expect(logged).toEqual([fromSnapshot])
})

/** The number of statements in this database that wait for a lock. */
async function waitingForLock() {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n
}

test('a damaged snapshot is not used and is replaced', async () => {
  const { id } = await shop.product()
  await writeSnapshot()
  const file = join(folder, 'channel-1.snapshot')
  const bytes = readFileSync(file)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(file, bytes)

  expect(await listed(await restart())).toEqual([id])
  expect(logged).toEqual([
    'catalog index: the snapshot cannot be used, building the index',
    'catalog index: the snapshot cannot be used, building the index',
    fromDatabase,
  ])
  await expect.poll(() => readdirSync(folder)).toEqual(['channel-1.snapshot'])
  logged.length = 0
  await restart()
  expect(logged).toEqual([fromSnapshot])
})

test.each([
  ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ['has a damaged header', (bytes: Buffer) => bytes.fill(0xff, 8, 200)],
  ['is empty', () => Buffer.alloc(0)],
  ['is another kind of file', () => Buffer.from('Not a snapshot of any index at all')],
])('the index is built from the database when the snapshot %s', async (_, damage) => {
  const { id } = await shop.product()
  await writeSnapshot()
  const file = join(folder, 'channel-1.snapshot')
  writeFileSync(file, damage(readFileSync(file)))

  expect(await listed(await restart())).toEqual([id])
  expect(logged).toContain(fromDatabase)
})

test('the index is built from the database when a migration came after the snapshot', async () => {
  await shop.product()
  await writeSnapshot()
  await pool.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  try {
    await restart()
    expect(logged).toEqual([fromDatabase])
  } finally {
    await pool.query(`delete from schema_migrations where name = '9999_later.sql'`)
  }
})

test('the index is built from the database when the change log was pruned beyond the snapshot', async () => {
  await shop.product()
  await writeSnapshot()
  const { id } = await shop.product()
  await noteChange(db, ['listing', `product:${id}`])
  await db.deleteFrom('change_log').execute()

  expect(await listed(await restart())).toContain(id)
  expect(logged).toEqual([fromDatabase])
})

test('the index is built from the database when `catalog` was noted after the snapshot', async () => {
  await shop.product()
  await writeSnapshot()
  const { id } = await shop.product()
  await noteChange(db, ['catalog'])

  expect(await listed(await restart())).toContain(id)
  // The feed may deliver the same change once more, which builds it again.
  expect(new Set(logged)).toEqual(new Set([fromDatabase]))
})

test('several processes that start together build the index once', async () => {
  for (let at = 0; at < 5; at += 1) await shop.product()

  const indexes = await Promise.all([openIndex(), openIndex(), openIndex()])
  for (const index of indexes) await index.ready(shop.channel.id)

  expect(logged.toSorted()).toEqual([fromDatabase, fromSnapshot, fromSnapshot])
  for (const index of indexes) expect(await listed(index)).toHaveLength(5)
})

test('the lock of a process that ended without releasing it is taken over', async () => {
  await shop.product()
  const lock = join(folder, 'channel-1.snapshot.lock')
  writeFileSync(lock, '1\n')
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(lock, longAgo, longAgo)

  await restart()

  expect(logged).toEqual([fromDatabase])
})

test('the index is built without a snapshot when the folder cannot be written', async () => {
  const { id } = await shop.product()
  folder = join(folder, 'file')
  writeFileSync(folder, '')

  expect(await listed(await restart())).toEqual([id])
  expect(logged).toContain(fromDatabase)
})

test('an index that waits for another process stops at once', async () => {
  await shop.product()
  writeFileSync(join(folder, 'channel-1.snapshot.lock'), '1\n')
  const index = await openIndex()

  await index.stop()

  expect(index.isReady()).toBe(false)
})

test('a restored index answers what SQL answers after random changes', { timeout: 120_000 }, async () => {
  const seed = 7
  const { id: otherChannel } = await db
    .insertInto('channels')
    .values({
      ...{ code: 'other', name: 'Other', country_id: 101, currency: 'INR', currency_symbol: '₹' },
      ...{ currency_decimals: 2, locale: 'en-IN' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const product of fc.sample(randomProduct, { numRuns: 25, seed }))
    await addProduct(db, shop, product, otherChannel)
  await writeSnapshot()
  const bySql = createSqlCatalogIndex(db)
  for (const change of fc.sample(randomChange, { numRuns: 12, seed })) {
    await noteChange(db, await makeChange(db, shop, change, otherChannel))
    const index = await restart()
    for (const question of fc.sample(randomQuestion, { numRuns: 4, seed })) {
      const { filters, sort, page, perPage } = question
      const scope = await scopeOf(db, question)
      const query = { channelId: shop.channel.id, scope, filters, sort, page, perPage }
      const answers = await Promise.all([index.listing(query), bySql.listing(query)])
      await expectSameListing(...answers, (other) => bySql.listing(other), query)
    }
    await index.stop()
  }
})
