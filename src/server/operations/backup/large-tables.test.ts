import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { openS3Server } from '#harness/s3-server.ts'
import { testConfig } from '#harness/test-config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { createArchive, readAll, readArchive } from './archive.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { pieceName, readPieceName } from './table-pieces.ts'

const MiB = 1024 * 1024
const migrations = join(import.meta.dirname, '../../../../migrations')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-large-'))
afterAll(() => rmSync(folder, { recursive: true }))

const s3 = await openS3Server()
const stored = { ...s3, prefix: 'stored', kind: 's3' as const }
const fresh = { ...s3, prefix: 'fresh', kind: 's3' as const }
const ofPlugin = { folder: mkdtempSync(join(folder, 'plugin-')), plugin: 'large' }
writeFileSync(
  join(ofPlugin.folder, '0001_large.sql'),
  `create table large_many (id bigint primary key, note text, tags text[] not null);
   create table large_rows (id int primary key, body text not null, empty text not null, nothing text);
   create table large_values (id int primary key, data jsonb not null, bytes bytea not null);
   create table large_none (only_column text);`,
)
const all = [{ folder: migrations }, ofPlugin]
const tables = ['large_many', 'large_none', 'large_rows', 'large_values']

const shop = await testDatabase()
await migrate(shop.connection, ofPlugin)
// Characters of one to four bytes, and all that the format escapes, so that pieces end within each of them.
await shop.pool.query(`
  create function sample(n int) returns text language sql immutable as
    $$ select n || E' a\\tb\\nc\\\\d\\r\\b\\f\\v \\\\N é ₹ 😀 ' || md5(n::text) $$`)
await shop.pool.query(
  `insert into large_many select n, sample(n), array[sample(n), null, '{"}'] from generate_series(1, 150000) n`,
)
await shop.pool.query(
  `insert into large_rows select n, repeat(sample(n), 180000), '', null from generate_series(1, 3) n`,
)
await shop.pool.query(`insert into large_rows values (4, 'short', '', null)`)
await shop.pool.query(
  `insert into large_values select n, jsonb_build_object('text', repeat(sample(n), 20000)), convert_to(repeat(sample(n), 50000), 'UTF8')
   from generate_series(1, 3) n`,
)
await shop.pool.query(`insert into large_none values (''), (null), ('\\.')`)
await shop.pool.query('drop function sample')
await createS3Storage(stored).write('mug.webp', Buffer.from('a mug'))

const dataDir = mkdtempSync(join(folder, 'shop-'))
const backedUp = join(folder, 'large.backup')
await createBackup({
  connection: shop.connection,
  config: { ...testConfig, dataDir, storage: stored },
  file: backedUp,
  withSecrets: false,
})

async function emptyTarget() {
  const { pool, connection } = await testDatabase({ empty: true })
  const config = { ...testConfig, dataDir: mkdtempSync(join(folder, 'data-')), storage: fresh }
  const restore = async (file: string) => {
    for await (const { path } of createS3Storage(fresh).list()) await createS3Storage(fresh).remove(path)
    const connect = async () => connection
    return restoreBackup({ connect, config, file, migrations: all, acceptsNewSecrets: false })
  }
  const isEmpty = async () =>
    (await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount === 0
  return { pool, restore, isEmpty }
}

const contentOf = async (pool: Pool) =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool.query(
        `select count(*)::int, md5(string_agg(md5(t::text), '' order by t::text)) as hash from ${table} t`,
      )
      return [table, rows[0]]
    }),
  )

/** Writes the archive again with other pieces of its tables. */
async function rewrite(
  change: (table: string, content: Buffer) => Buffer[],
  { rows: changedRows = {} }: { rows?: Record<string, number> } = {},
) {
  const file = join(mkdtempSync(join(folder, 'rewritten-')), 'large.backup')
  const archive = createArchive(file)
  const contents = new Map<string, Buffer[]>()
  const flush = async () => {
    for (const [table, pieces] of contents)
      for (const [at, piece] of change(table, Buffer.concat(pieces)).entries())
        await archive.add(pieceName(table, at + 1), piece)
    contents.clear()
  }
  const { rows, sequences } = await readArchive(backedUp, async ({ name, body }) => {
    const piece = readPieceName(name)
    if (piece && !contents.has(piece.table)) await flush()
    const content = await readAll(body)
    if (piece) contents.set(piece.table, [...(contents.get(piece.table) ?? []), content])
    else {
      await flush()
      await archive.add(name, content)
    }
  })
  await flush()
  await archive.finish({ rows: { ...rows, ...changedRows }, sequences })
  return file
}

test('tables above 20 MiB with rows larger than a piece are restored, with files in a bucket', async () => {
  const sizes: Record<string, number> = {}
  let cutRows = 0
  await readArchive(backedUp, async ({ name, size, body }) => {
    const { table = '' } = readPieceName(name) ?? {}
    sizes[table] = (sizes[table] ?? 0) + size
    if (table && (await readAll(body)).at(-1) !== 0x0a) cutRows += 1
  })
  for (const table of ['large_many', 'large_rows', 'large_values'])
    expect([table, Number(sizes[table]) > 20 * MiB]).toEqual([table, true])
  expect(cutRows).toBeGreaterThan(3)
  const target = await emptyTarget()

  expect(await target.restore(backedUp)).toMatchObject({ files: 1 })

  expect(await contentOf(target.pool)).toEqual(await contentOf(shop.pool))
  expect((await createS3Storage(fresh).read('mug.webp')).toString()).toBe('a mug')
}, 120_000)

test('pieces that end anywhere are joined', async () => {
  const target = await emptyTarget()
  const file = await rewrite((table, content) => {
    if (table !== 'large_many' && table !== 'large_none') return [content]
    // Around the first row each byte is a piece.
    const pieces = Array.from({ length: 400 }, (_, at) => content.subarray(at, at + 1))
    return [...pieces, content.subarray(400)].filter(({ length }) => length > 0)
  })

  await target.restore(file)

  expect(await contentOf(target.pool)).toEqual(await contentOf(shop.pool))
}, 120_000)

test('an archive without a row is refused before anything is written', async () => {
  const target = await emptyTarget()
  const file = await rewrite((table, content) => (table === 'large_none' ? [content.subarray(1)] : [content]))

  await expect(target.restore(file)).rejects.toMatchObject({
    name: 'BackupError',
    message: 'The backup is damaged: it has 2 rows of the table large_none, and had 3',
  })
  expect(await target.isEmpty()).toBe(true)
}, 120_000)

test('a row that the database refuses ends the restore and leaves nothing', async () => {
  const target = await emptyTarget()
  const isMany = (table: string) => table === 'large_many'
  const twice = (content: Buffer) => [content, content.subarray(0, content.indexOf('\n') + 1)]
  const file = await rewrite((table, content) => (isMany(table) ? twice(content) : [content]), {
    rows: { large_many: 150_001 },
  })

  await expect(target.restore(file)).rejects.toThrow('duplicate key value')

  expect(await target.isEmpty()).toBe(true)
  expect(await createS3Storage(fresh).find('mug.webp')).toBeUndefined()
}, 120_000)
