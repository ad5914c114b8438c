import { expect, inject, test } from 'vitest'
import { testDatabase } from './database.ts'

const one = await testDatabase()
const other = await testDatabase()

test('a test file has databases of its own with all migrations', async () => {
  await one.db.insertInto('settings').values({ key: 'only-here', value: '1' }).execute()

  expect(await other.db.selectFrom('settings').selectAll().where('key', '=', 'only-here').execute()).toEqual(
    [],
  )
  expect(inject('testServer').prefix).toMatch(/^vitrine_test_/)
})

test('the shop owns its tables and is no superuser', async () => {
  const { rows } = await one.pool.query(
    `select tableowner = current_user as is_owner from pg_tables where tablename = 'settings'`,
  )

  expect(rows).toEqual([{ is_owner: true }])
})
