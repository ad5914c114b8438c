import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openBucketGate } from '#harness/bucket-gate.ts'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { openS3Server } from '#harness/s3-server.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { startChangeFeed } from '#server/platform/changes/change-feed.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { ChangeFeed } from '#server/platform/kernel/context.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { createMemoryCatalogIndex } from './memory-catalog-index.ts'
import { fetchSnapshot, storeSnapshot } from './snapshot/bucket-snapshot.ts'
import { readSnapshot, writeSnapshot } from './snapshot/snapshot-file.ts'

const { db, pool } = await testDatabase()
const s3 = await openS3Server()
const secrets = { tokenSecret: 'the secret of all hosts of this shop' }
let shop: CatalogBuilder
let changes: ChangeFeed
let folder: string
let ends: (() => Promise<void>)[]

beforeEach(async () => {
  await db.deleteFrom('change_log').execute()
  shop = await catalogBuilder(db)
  changes = await startChangeFeed(pool, { pollMs: 60_000 })
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hosts-'))
  ends = []
})

afterEach(async () => {
  for (const end of ends) await end()
  await changes.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Files of a bucket of its own for each test. */
function openBucket(name: string, endpoint = s3.endpoint) {
  const files = createS3Storage({ ...s3, endpoint, prefix: name.replaceAll(/\W+/g, '-') })
  onTestFinished(() => files.close())
  return files
}

type Files = ReturnType<typeof createDiskStorage>

/** Starts a process of a host with its own disk, and waits until its products are loaded. */
async function openHost(name: string, files: Files | undefined, given = secrets) {
  await changes.catchUp()
  const logged: string[] = []
  const began = performance.now()
  const index = await createMemoryCatalogIndex({
    ...{ db, changes, snapshotDir: join(folder, name) },
    log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
    maxWaitMs: Number.POSITIVE_INFINITY,
    bucket: files && { files, secrets: given },
  })
  ends.push(() => index.stop())
  await index.ready(shop.channel.id)
  return { index, logged, ms: performance.now() - began }
}

const storedIn = async (files: Files) =>
  (await Readable.from(files.list('builds')).toArray()).map(({ path }) => path)

/** Starts a host, waits until its snapshot is on its disk, and stops it. @returns the snapshot. */
async function writeSnapshotOf(host: string, files?: Files) {
  const { index } = await openHost(host, files)
  if (files) await expect.poll(() => storedIn(files)).toHaveLength(1)
  await expect.poll(() => readdirSync(join(folder, host))).toEqual(['channel-1.snapshot'])
  await index.stop()
  return readFileSync(join(folder, host, 'channel-1.snapshot'))
}

/** The same, and until it is in the bucket. @returns its path there. */
async function shareSnapshot(files: Files, host = 'first') {
  await writeSnapshotOf(host, files)
  return (await storedIn(files))[0]!
}

const listed = async ({ index }: Awaited<ReturnType<typeof openHost>>) => {
  const query = { channelId: shop.channel.id, scope: { kind: 'shop' }, filters: {}, sort: 'default' } as const
  return (await index.listing({ ...query, page: 1, perPage: 96 })).productIds
}

const fromSnapshot = 'catalog index: loaded from the snapshot'
const fromDatabase = 'catalog index: built from the database'
const notFetched = 'catalog index: no snapshot from the bucket'

test('a new host loads the snapshot of the bucket with the changes since, and no address serves it', async () => {
  const files = openBucket('new-host')
  const first = await shop.product()
  const path = await shareSnapshot(files)
  const second = await shop.product()
  await noteChange(db, ['listing', `product:${second.id}`])

  const host = await openHost('second', files)

  expect(host.logged).toEqual([fromSnapshot])
  expect(await listed(host)).toEqual([first.id, second.id])
  const app = fastify()
  serveMedia(app, { files, headers: createSecurityHeaders({ storeUrl: '', isDevelopment: false }) })
  expect((await app.inject({ url: `/media/${path}` })).statusCode).toBe(404)
})

test('a host takes the snapshot of the bucket when its own is older, and only then', async () => {
  const files = openBucket('newer')
  const { id } = await shop.product()
  const before = await writeSnapshotOf('second')
  await shareSnapshot(files)

  const host = await openHost('second', files)
  expect(host.logged).toEqual([fromSnapshot])
  expect(await listed(host)).toEqual([id])
  await host.index.stop()
  const taken = readFileSync(join(folder, 'second', 'channel-1.snapshot'))
  expect(taken.equals(before)).toBe(false)

  await openHost('first', files)
  expect(readFileSync(join(folder, 'first', 'channel-1.snapshot')).equals(taken)).toBe(true)
})

test('a host whose snapshot the bucket lacks stores it after its start', async () => {
  await shop.product()
  await writeSnapshotOf('first')
  const files = openBucket('lacking')

  await shareSnapshot(files)

  expect((await openHost('second', files)).logged).toEqual([fromSnapshot])
})

const damages: [string, (bytes: Buffer) => Buffer][] = [
  ['has a changed byte', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])])],
  ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 100)],
  ['is longer', (bytes) => Buffer.concat([bytes, Buffer.alloc(100)])],
  ['has no seal', (bytes) => bytes.subarray(512)],
  ['is empty', () => Buffer.alloc(0)],
  ['names a size of 8 GB', (bytes) => sealedAs(bytes, { size: 8_000_000_000 })],
  ['names a later position', (bytes) => sealedAs(bytes, { mark: 9_000_000_000 })],
  ['is a list of JSON', () => Buffer.from('[{}]'.padEnd(600))],
]

function sealedAs(bytes: Buffer, changed: object): Buffer {
  const seal = { ...JSON.parse(bytes.subarray(0, 512).toString()), ...changed }
  return Buffer.concat([Buffer.from(JSON.stringify(seal).padEnd(512)), bytes.subarray(512)])
}

test.each(damages)('a host builds its index when the snapshot of the bucket %s', async (name, damage) => {
  const files = openBucket(name)
  const { id } = await shop.product()
  const path = await shareSnapshot(files)
  const bytes = await files.read(path)
  await files.write(path, damage(bytes))

  const host = await openHost('second', files)

  // What follows a whole snapshot is not read.
  expect(host.logged.at(-1)).toBe(name === 'is longer' ? fromSnapshot : fromDatabase)
  expect(await listed(host)).toEqual([id])
})

test('a host builds its index when the snapshot of the bucket is of another shop or another database', async () => {
  const files = openBucket('others')
  const { id } = await shop.product()
  const path = await shareSnapshot(files)

  const otherShop = await openHost('second', files, { tokenSecret: 'the secret of another shop' })
  expect(otherShop.logged).toContain(fromDatabase)
  expect(await listed(otherShop)).toEqual([id])
  const bytes = await files.read(path)
  await pool.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  try {
    // Under the name that a snapshot of this state would have.
    const later = openBucket('others-later')
    await later.write(await shareSnapshot(later, 'third'), bytes)
    expect((await openHost('fourth', later)).logged).toContain(fromDatabase)
  } finally {
    await pool.query(`delete from schema_migrations where name = '9999_later.sql'`)
  }
  // A copy of the database from before the snapshot has another change at its position.
  await db
    .updateTable('change_log')
    .set({ tag: 'page:other' })
    .where('tag', 'like', 'catalog-index:%')
    .execute()
  expect((await openHost('fifth', files)).logged).toContain(fromDatabase)
})

test.each(['hangs up', 'answers 503', 'is silent', 'trickles'] as const)(
  'a start is at most some seconds later when the bucket %s, with and without a snapshot of its own',
  { timeout: 60_000 },
  async (mode) => {
    const gate = await openBucketGate(s3)
    const files = openBucket(mode, gate.endpoint)
    const { id } = await shop.product()
    await shareSnapshot(files)
    const { ms: usualMs } = await openHost('without', undefined)
    gate.mode = mode

    const host = await openHost('second', files)
    expect(host.logged.slice(0, 2)).toEqual([notFetched, fromDatabase])
    expect(host.ms).toBeLessThan(usualMs + 4_000)
    expect(await listed(host)).toEqual([id])
    const again = await openHost('first', files)
    expect(again.logged.slice(0, 2)).toEqual([notFetched, fromSnapshot])
    expect(again.ms).toBeLessThan(usualMs + 4_000)

    const began = performance.now()
    await host.index.stop()
    expect(performance.now() - began).toBeLessThan(1_000)
  },
)

test('a bucket that takes no files is reported, and the index works', async () => {
  const gate = await openBucketGate(s3)
  gate.mode = 'is read-only'
  const files = openBucket('read-only', gate.endpoint)
  const { id } = await shop.product()

  const host = await openHost('first', files)

  await expect
    .poll(() => host.logged)
    .toEqual([fromDatabase, 'catalog index: the snapshot could not be stored in the bucket'])
  expect(await listed(host)).toEqual([id])
})

const ownFile = () => join(folder, 'own', 'channel-1.snapshot')

/** A snapshot of a few bytes on the disk of a host, and a bucket whose files can be made old. */
async function smallSnapshot() {
  const place = join(folder, 'bucket')
  mkdirSync(place)
  const bucket = { files: createDiskStorage(place), secrets }
  const signal = new AbortController().signal
  const file = ownFile()
  const write = (mark: number, key = 'key') =>
    writeSnapshot(file, { key, mark, value: { list: Uint8Array.of(mark) } }, async () => {})
  const store = (key = 'key') => storeSnapshot(file, { key, bucket, signal })
  const stored = () => storedIn(bucket.files)
  const makeOlder = async (seconds: number) => {
    const time = Date.now() / 1_000 - seconds
    for (const path of await stored()) utimesSync(join(place, path), time, time)
  }
  const fetched = async (key = 'key') => {
    const other = join(folder, 'other', 'channel-1.snapshot')
    await fetchSnapshot(other, { key, bucket, signal })
    return readSnapshot(other, key)
  }
  return { write, store, stored, makeOlder, fetched, place }
}

test('a bucket receives a newer snapshot ten minutes after the one before, and an older one never', async () => {
  const { write, store, makeOlder, fetched } = await smallSnapshot()
  await write(5)
  expect(await store()).toBe(0)
  expect(await store()).toBeUndefined()

  await write(6)
  expect(await store()).toBeGreaterThan(9 * 60_000)
  expect(await fetched()).toEqual({ list: Uint8Array.of(5) })
  await makeOlder(11 * 60)
  expect(await store()).toBe(0)
  expect(await fetched()).toEqual({ list: Uint8Array.of(6) })

  await write(4)
  await makeOlder(11 * 60)
  expect(await store()).toBeUndefined()
  expect(await fetched()).toEqual({ list: Uint8Array.of(6) })
})

test('a snapshot with the seal of another is not used', async () => {
  const { write, store, stored, fetched, place } = await smallSnapshot()
  await write(5)
  await store()
  const file = join(place, (await stored())[0]!)
  await write(6)

  writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 512), readFileSync(ownFile())]))

  await expect(fetched()).rejects.toThrow('The snapshot of the bucket is damaged')
})

test.each([
  ['is empty', 0],
  ['is not complete', 520],
])('a snapshot that %s is replaced after ten minutes', async (_, length) => {
  const { write, store, stored, makeOlder, fetched, place } = await smallSnapshot()
  await write(5)
  await store()
  const file = join(place, (await stored())[0]!)
  writeFileSync(file, readFileSync(file).subarray(0, length))
  await makeOlder(11 * 60)

  expect(await store()).toBe(0)

  expect(await fetched()).toEqual({ list: Uint8Array.of(5) })
})

test('releases have snapshots of their own, which are removed after a week without use', async () => {
  const { write, store, stored, makeOlder, fetched } = await smallSnapshot()
  await write(5, 'release before')
  await store('release before')
  await write(6, 'this release')
  await makeOlder(6 * 24 * 60 * 60)
  await store('this release')
  expect(await stored()).toHaveLength(2)
  expect(await fetched('release before')).toEqual({ list: Uint8Array.of(5) })

  await makeOlder(8 * 24 * 60 * 60)
  await write(7, 'this release')
  await store('this release')

  expect(await stored()).toHaveLength(1)
  expect(await fetched('this release')).toEqual({ list: Uint8Array.of(7) })
})
