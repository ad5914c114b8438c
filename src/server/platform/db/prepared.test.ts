import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { prepared } from './prepared.ts'

const { db, pool } = await testDatabase({ empty: true })
const double = prepared<{ doubled: number }>('double', 'select $1::int * 2 as doubled')

test('a prepared statement runs on the pool, on Kysely and in a transaction', async () => {
  expect(await double.all(pool, 4)).toEqual([{ doubled: 8 }])
  expect(await double.first(db, 5)).toEqual({ doubled: 10 })
  expect(await db.transaction().execute((tx) => double.first(tx, 6))).toEqual({ doubled: 12 })
})

test('in a transaction it sees what the transaction wrote', async () => {
  const count = prepared<{ n: number }>('count-notes', 'select count(*)::int as n from notes')
  await pool.query('create table notes (id int)')

  const seen = db.transaction().execute(async (tx) => {
    await sql`insert into notes values (1)`.execute(tx)
    expect(await count.first(tx)).toEqual({ n: 1 })
    throw new Error('undo')
  })

  await expect(seen).rejects.toThrow('undo')
  expect(await count.first(db)).toEqual({ n: 0 })
})

test('a connection parses it once, however often it runs', async () => {
  const statements = await db.connection().execute(async (connection) => {
    for (const value of [1, 2, 3]) await double.all(connection, value)
    return sql<{ name: string; runs: number }>`
      select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements where statement like '%as doubled%'
    `.execute(connection)
  })

  // The name ends with a number once a migration in this process outdated the statements.
  expect(statements.rows).toEqual([{ name: expect.stringMatching(/^double/), runs: expect.any(Number) }])
  expect(statements.rows[0]?.runs).toBeGreaterThanOrEqual(3)
})

test('prepared refuses a second text for a name and a name that PostgreSQL would cut', () => {
  expect(() => prepared('double', 'select 2')).toThrow('two statements named "double"')
  expect(() => prepared('x'.repeat(59), 'select 59')).toThrow('58 bytes')
})
