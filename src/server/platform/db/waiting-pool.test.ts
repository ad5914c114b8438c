import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { openDatabase } from './open.ts'

const { pool: owner, connection } = await testDatabase({ empty: true })

const { current } = (await owner.query('select current_database() as current')).rows[0]
// The pool of this file has one of them.
await owner.query(`alter database "${current}" connection limit 3`)

/** A pool of ten connections; the server has two left. */
function openLimited(connectTimeoutMs = 2000) {
  const { pool, close } = openDatabase({ ...connection, connectTimeoutMs })
  onTestFinished(close)
  return pool
}

test('queries wait for the connections of a pool while the server has no more', async () => {
  const pool = openLimited()

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      pool.query('select $1::int as number, pg_sleep(0.01)', [number]),
    ),
  )

  expect(answers.map(({ rows }) => rows[0].number)).toEqual(Array.from({ length: 40 }, (_, number) => number))
  expect(pool.totalCount).toBeLessThanOrEqual(2)
})

test('a query is refused when no connection becomes free in time, and the next one is answered', async () => {
  const pool = openLimited(200)
  const held = [await pool.connect(), await pool.connect()]

  await expect(Promise.all([pool.query('select 1'), pool.query('select 2')])).rejects.toMatchObject({
    code: '53300',
  })

  const waits = pool.query('select 3 as three')
  for (const client of held) client.release()
  expect((await waits).rows).toEqual([{ three: 3 }])
})
