import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { retrySerialization } from './retry-serialization.ts'

const { db, pool } = await testDatabase({ empty: true })

test('conflicting transactions are retried until both have committed', async () => {
  await pool.query('create table counter (value int)')
  await pool.query('insert into counter values (0)')
  let runs = 0
  const bothHaveRead = Promise.withResolvers<void>()
  const raise = () =>
    retrySerialization(() =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          const { rows } = await sql<{ value: number }>`select value from counter`.execute(tx)
          if (++runs === 2) bothHaveRead.resolve()
          await bothHaveRead.promise
          await sql`update counter set value = ${rows[0]!.value + 1}`.execute(tx)
        }),
    )

  await Promise.all([raise(), raise()])

  expect((await pool.query('select value from counter')).rows).toEqual([{ value: 2 }])
  expect(runs).toBeGreaterThan(2)
})

test.each(['40001', '40P01'])('after four tries the error %s is passed on', async (code) => {
  let runs = 0
  const fail = () => {
    runs++
    return Promise.reject(Object.assign(new Error('undone'), { code }))
  }

  await expect(retrySerialization(fail)).rejects.toMatchObject({ code })
  expect(runs).toBe(4)
})

test('other errors are passed on at once', async () => {
  let runs = 0
  const fail = () => {
    runs++
    return Promise.reject(Object.assign(new Error('taken'), { code: '23505' }))
  }

  await expect(retrySerialization(fail)).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
})
