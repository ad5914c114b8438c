import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { openDatabase } from './open.ts'
import { prepared } from './prepared.ts'
import { retrySerialization } from './retry-serialization.ts'

const { pool: migrating, connection } = await testDatabase({ empty: true })

/** A running process with one connection, so that each query meets the statement that the previous one prepared. */
async function withProcess(work: (running: ReturnType<typeof openDatabase>) => Promise<void>) {
  const running = openDatabase({ ...connection, poolSize: 1 })
  try {
    await work(running)
  } finally {
    await running.close()
  }
}

async function createTable(name: string) {
  await migrating.query(`create table ${name} (id int primary key)`)
  await migrating.query(`insert into ${name} values (1)`)
  return prepared<Record<string, unknown>>(`read ${name}`, `select * from ${name} where id = $1`)
}

test('a prepared statement keeps working on the pool and on Kysely when a migration adds a column', async () => {
  const read = await createTable('cups')
  await withProcess(async ({ db, pool }) => {
    expect(await read.all(pool, 1)).toEqual([{ id: 1 }])
    await migrating.query('alter table cups add column glaze text')
    expect(await read.all(pool, 1)).toEqual([{ id: 1, glaze: null }])

    await migrating.query('alter table cups add column height int')
    expect(await read.all(db, 1)).toEqual([{ id: 1, glaze: null, height: null }])
    expect(await read.all(pool, 1)).toEqual([{ id: 1, glaze: null, height: null }])
  })
})

test('a connection of the pool recovers after another connection met the change first', async () => {
  const read = await createTable('bowls')
  const running = openDatabase({ ...connection, poolSize: 2 })
  const [first, second] = await Promise.all([running.pool.connect(), running.pool.connect()])
  const on = (client: typeof first) =>
    ({ query: client.query.bind(client) }) as unknown as typeof running.pool
  await read.all(on(first), 1)
  await read.all(on(second), 1)
  await migrating.query('alter table bowls add column glaze text')

  expect(await read.all(on(first), 1)).toEqual([{ id: 1, glaze: null }])
  expect(await read.all(on(second), 1)).toEqual([{ id: 1, glaze: null }])

  first.release()
  second.release()
  await running.close()
})

test('a transaction that meets an added column is run again as a whole', async () => {
  const read = await createTable('vases')
  await migrating.query('create table visits (id int)')
  await withProcess(async ({ db }) => {
    await read.all(db, 1)
    await migrating.query('alter table vases add column glaze text')
    let runs = 0

    const rows = await retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        runs += 1
        await prepared('note visit', 'insert into visits values ($1)').all(tx, runs)
        return read.all(tx, 1)
      }),
    )

    expect(rows).toEqual([{ id: 1, glaze: null }])
    expect((await migrating.query('select id from visits')).rows).toEqual([{ id: 2 }])
  })
})

test('a feature that PostgreSQL does not support fails at the first attempt', async () => {
  await withProcess(async ({ db }) => {
    let runs = 0
    const unsupported = () =>
      retrySerialization(() => {
        runs += 1
        return prepared('unsupported', 'create table other_database.public.x (id int)').all(db)
      })

    await expect(unsupported()).rejects.toMatchObject({ code: '0A000' })
    expect(runs).toBe(1)
  })
})
