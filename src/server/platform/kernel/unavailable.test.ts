import { writeFile } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { errorCode } from './errors.ts'
import { isUnavailable } from './unavailable.ts'

const { db, pool } = await testDatabase()

test('a connection that breaks between two statements counts as an unavailable database', async () => {
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    // Wait until the connection has reported the loss.
    for (let at = 0; at < 50; at++) await turn()
    await sql`select 1`.execute(tx)
  })

  const thrown = await broken.catch((error: Error) => error)
  expect(thrown).toMatchObject({ message: expect.stringContaining('is not queryable') })
  expect(isUnavailable(thrown)).toBe(true)
})

test('an SQL error counts as a bug', async () => {
  expect(await sql`select nothing from nowhere`.execute(db).catch(isUnavailable)).toBe(false)
})

test('a full disk of the files counts as unavailable, not as a bug', async () => {
  // Every write to this device fails with ENOSPC.
  const thrown = await writeFile('/dev/full', 'a picture').catch((error: unknown) => error)
  expect(errorCode(thrown)).toBe('ENOSPC')
  expect(isUnavailable(thrown)).toBe(true)
})
