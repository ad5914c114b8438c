import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { migrate } from './migrate.ts'

const { pool, connection } = await testDatabase({ empty: true })

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const tables = async () =>
  (await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows
    .map(({ tablename }) => tablename)
    .filter((name) => name !== 'schema_migrations')

test('migrations are applied once, in the order of their names, and told of', async () => {
  write('0002_b.sql', 'alter table a add column b int')
  write('0001_a.sql', 'create table a (id int); create table c (id int);')
  write('notes.txt', 'no migration')
  const steps: object[] = []

  const first = await migrate(connection, { folder, onProgress: (step) => steps.push(step) })
  const second = await migrate(connection, { folder })

  expect(first).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(second).toEqual([])
  expect(steps).toEqual([
    { name: '0001_a.sql', number: 1, of: 2 },
    { name: '0002_b.sql', number: 2, of: 2 },
  ])
  expect(await tables()).toEqual(['a', 'c'])
})

test('a failing migration is undone whole, told with its line, and tried again next time', async () => {
  write('0001_a.sql', 'create table a (id int)')
  write('0002_b.sql', 'create table b (id int);\ncreate table c (id nonsense);')

  await expect(migrate(connection, { folder })).rejects.toThrow('0002_b.sql failed (line 2)')
  expect(await tables()).toEqual(['a'])

  write('0002_b.sql', 'create table b (id int)')
  expect(await migrate(connection, { folder })).toEqual(['0002_b.sql'])
})

test('a migration that ends its own transaction is refused', async () => {
  write('0001_a.sql', 'create table a (id int); commit; create table b (id int);')

  await expect(migrate(connection, { folder })).rejects.toThrow('transaction')
})

test('an applied migration that was changed is refused, changed line ends are not', async () => {
  write('0001_a.sql', 'create table a (\n  id int\n)')
  await migrate(connection, { folder })

  write('0001_a.sql', 'create table a (\r\n  id int\r\n)')
  expect(await migrate(connection, { folder })).toEqual([])

  write('0001_a.sql', 'create table a (id bigint)')
  write('0002_b.sql', 'create table b (id int)')
  await expect(migrate(connection, { folder })).rejects.toThrow('0001_a.sql was changed')
  expect(await tables()).toEqual(['a'])
})

test('a database that a newer release has migrated is refused', async () => {
  write('0001_a.sql', 'create table a (id int)')
  write('0002_b.sql', 'create table b (id int)')
  await migrate(connection, { folder })
  rmSync(join(folder, '0002_b.sql'))

  await expect(migrate(connection, { folder })).rejects.toThrow(
    '0002_b.sql, which this release does not know',
  )
})

test('a new migration that sorts before an applied one is refused', async () => {
  write('0002_b.sql', 'create table b (id int)')
  await migrate(connection, { folder })
  write('0001_a.sql', 'create table a (id int)')

  await expect(migrate(connection, { folder })).rejects.toThrow('0001_a.sql sorts before 0002_b.sql')
})

test("a plugin's migrations are kept apart from the shop's", async () => {
  write('0001_a.sql', 'create table if not exists a (id int)')
  await migrate(connection, { folder })

  expect(await migrate(connection, { folder, plugin: 'reviews' })).toEqual(['reviews/0001_a.sql'])
  expect(await migrate(connection, { folder })).toEqual([])
})

test('processes that start at once apply each migration once', async () => {
  write('0001_a.sql', 'create table a (id int); select pg_sleep(0.1);')
  write('0002_b.sql', 'insert into a values (1)')

  const applied = await Promise.all([1, 2, 3].map(() => migrate(connection, { folder })))

  expect(applied.flat()).toEqual(['0001_a.sql', '0002_b.sql'])
  expect((await pool.query('select * from a')).rows).toEqual([{ id: 1 }])
})

test('after a kill in the middle of a migration the next start finishes the work', async () => {
  write('0001_a.sql', 'create table a (id int)')
  write('0002_b.sql', 'create table b (id int); select pg_sleep(0.5);')
  write('0003_c.sql', 'create table c (id int)')
  const module = JSON.stringify(join(import.meta.dirname, 'migrate.ts'))
  const call = `(${JSON.stringify(connection)}, { folder: ${JSON.stringify(folder)}, onProgress: ({ name }) => console.log(name) })`
  const script = `const { migrate } = await import(${module}); await migrate${call}`
  const shop = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const said of shop.stdout) if (String(said).includes('0002')) break
  shop.kill('SIGKILL')
  await once(shop, 'exit')
  expect(await tables()).toEqual(['a'])

  expect(await migrate(connection, { folder })).toEqual(['0002_b.sql', '0003_c.sql'])

  expect(await tables()).toEqual(['a', 'b', 'c'])
})
