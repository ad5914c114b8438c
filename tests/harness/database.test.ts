import { expect, inject, test } from 'vitest'
import { testDatabase } from './database.ts'

const one = await testDatabase()
const other = await testDatabase()

test('testDatabase creates a separate, fully migrated database on each call', async () => {
  await one.db.insertInto('settings').values({ key: 'only-here', value: '1' }).execute()

  expect(await other.db.selectFrom('settings').selectAll().where('key', '=', 'only-here').execute()).toEqual(
    [],
  )
  expect(inject('testServer').prefix).toMatch(/^vitrine_test_/)
})

test('the shop connects as the owner of its tables, not as a superuser', async () => {
  const { rows } = await one.pool.query(
    `select tableowner = current_user as is_owner from pg_tables where tablename = 'settings'`,
  )

  expect(rows).toEqual([{ is_owner: true }])
})
