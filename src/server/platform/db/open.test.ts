import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { openDatabase } from './open.ts'

const { db, pool, connection } = await testDatabase({ empty: true })
const one = async (text: string) => Object.values((await pool.query(text)).rows[0])[0]

test('money and ids are numbers, decimals are text, times are dates', async () => {
  expect(await one('select 149900::bigint')).toBe(149_900)
  expect(await one('select array[1, null, 3]::bigint[]')).toEqual([1, null, 3])
  expect(await one('select 12.50::numeric')).toBe('12.50')
  expect(await one("select '2026-03-01 10:00+05:30'::timestamptz")).toEqual(new Date('2026-03-01T04:30:00Z'))
  expect(await one("select '2026-03-01'::date")).toEqual(new Date('2026-03-01T00:00:00Z'))
  expect(await one("select (timestamptz '2026-03-01 00:00Z')::text")).toBe('2026-03-01 00:00:00+00')
})

test('a date is read as it was written', async () => {
  const day = new Date('2026-03-01T00:00:00Z')

  expect((await pool.query('select $1::date as day', [day])).rows).toEqual([{ day }])
})

test('a number too large for exact representation is an error, and the connection stays usable', async () => {
  await expect(pool.query(`select ${Number.MAX_SAFE_INTEGER}::bigint + 1`)).rejects.toThrow(
    '9007199254740992',
  )

  expect(await one('select 1')).toBe(1)
})

test('a query that exceeds its time limit is cancelled, and the connection stays usable', async () => {
  const impatient = openDatabase({ ...connection, statementTimeoutMs: 50, poolSize: 1 })

  await expect(impatient.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })

  expect((await impatient.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await impatient.close()
})

test('waiting for a lock and idling in a transaction end at their time limits', async () => {
  const impatient = openDatabase({ ...connection, lockTimeoutMs: 50, idleTransactionTimeoutMs: 50 })
  await impatient.pool.query('create table turnstile (id int)')
  const slow = db.transaction().execute(async (tx) => {
    await sql`lock table turnstile`.execute(tx)
    await expect(impatient.pool.query('insert into turnstile values (1)')).rejects.toMatchObject({
      code: '55P03',
    })
  })
  await slow

  const idle = impatient.db.transaction().execute(async (tx) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await sql`insert into turnstile values (2)`.execute(tx)
  })
  await expect(idle).rejects.toThrow()

  expect((await impatient.pool.query('select count(*)::int as n from turnstile')).rows).toEqual([{ n: 0 }])
  await impatient.close()
})

test('a connection lost in the middle of a transaction fails that transaction only', async () => {
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await sql`select 1`.execute(tx)
  })

  await expect(transaction).rejects.toThrow()
  for (let query = 0; query < 20; query++) expect(await one('select 1')).toBe(1)
})

test('more queries than connections wait for their turn', async () => {
  const small = openDatabase({ ...connection, poolSize: 2 })

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => small.pool.query('select $1::int as n', [n])),
  )

  expect(answers.map(({ rows }) => rows[0].n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  await small.close()
})

test('close can be called twice, and a closed database refuses queries', async () => {
  const database = openDatabase(connection)
  await database.pool.query('select 1')

  await Promise.all([database.close(), database.close()])

  await expect(database.pool.query('select 1')).rejects.toThrow()
})
