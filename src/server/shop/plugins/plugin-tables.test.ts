import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { defineServerPlugin } from './define-server-plugin.ts'

const migrations = mkdtempSync(join(tmpdir(), 'vitrine-plugin-'))
afterAll(() => rmSync(migrations, { recursive: true, force: true }))
writeFileSync(
  join(migrations, '0001_size_notes.sql'),
  // No foreign key: rows are deleted only if the plugin erases them.
  'create table size_notes (customer_id bigint not null, note text not null);',
)

const sizes = defineServerPlugin(
  definePlugin({
    module_name: 'SizeNotes',
    title: 'Sizes',
    description: 'A test plugin',
    icon: 'note',
    config: z.object({}),
  }),
  {
    apiVersion: 1,
    migrations,
    personalData: [
      {
        tables: ['size_notes'],
        read: async (db, { id }) => ({
          size_notes: (
            await sql<{ note: string }>`select note from size_notes where customer_id = ${id}`.execute(db)
          ).rows,
        }),
        erase: (tx, { id }) => sql`delete from size_notes where customer_id = ${id}`.execute(tx),
      },
    ],
  },
)

const shop = await openShop({ seed: true, plugins: [sizes] })
const { db } = shop

test('migrations of a plugin are applied and tracked under its name', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where name like 'size-notes/%'`.execute(db)

  expect(rows).toEqual([{ name: 'size-notes/0001_size_notes.sql' }])
})

test('account export and account deletion include what an installed plugin keeps', async () => {
  const guest = shop.guest()
  const { id, password } = await register(guest)
  await sql`insert into size_notes values (${id}, 'M'), (${id + 1000}, 'L')`.execute(db)
  ok(await guest.api.account.reauthenticate({ password }))

  expect(ok(await guest.api.account.export()).plugins).toEqual({ size_notes: [{ note: 'M' }] })
  ok(await guest.api.account.deleteAccount())

  const { rows } = await sql<{ note: string }>`select note from size_notes`.execute(db)
  expect(rows).toEqual([{ note: 'L' }])
})
