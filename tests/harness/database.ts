import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Connection, type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import type { Database } from '#server/platform/kernel/schema.ts'
import { asAdmin, copyDatabase } from './admin-client.ts'
import { inDatabase, type TestServer, templateName } from './database-server.ts'

/**
 * Creates a migrated database for one test file and drops it after the file's tests. `seed` adds the demo shop (without images),
 * `empty` leaves out even the tables. Call it at the top of the file:
 *
 *     const { db } = await testDatabase()
 */
export async function testDatabase(
  options: { seed?: true; empty?: true } = {},
): Promise<OpenDatabase & { connection: Connection }> {
  const server = inject('testServer')
  if (!server) throw new Error('No test database in this project: see the projects in vitest.config.ts')

  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await asAdmin(server, async (client) => {
    const template = options.seed ? await seededTemplate(client, server) : ordinaryTemplate(server, options)
    await copyDatabase(client, server, template, name)
  })
  const connection = inDatabase(server.app, name)
  const database = openDatabase({ ...connection, ...patient })
  afterAll(async () => {
    await database.close()
    await asAdmin(server, (client) => client.query(`drop database ${name} with (force)`))
  })
  return { ...database, connection }
}

const ordinaryTemplate = (server: TestServer, { empty }: { empty?: true }) =>
  empty ? 'template1' : templateName(server)

/** `DATABASE_URL` of a test's database, for a process of its own. */
export function urlOf(connection: Connection): string {
  const { host, port, user, password, database } = new pg.Client(
    'config' in connection ? connection.config : connection,
  )
  return `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@${encodeURIComponent(host)}:${port}/${database}`
}

/** Longer than the shop's own limits, for busy machines. */
const patient = { statementTimeoutMs: 60_000, connectTimeoutMs: 60_000, lockTimeoutMs: 60_000 }

type Seeding = { seedDemoShop(db: Kysely<Database>, options: { images: false }): Promise<void> }

/** The first file that needs the template creates it; others wait for an advisory lock, which ends with its connection. */
async function seededTemplate(client: import('pg').Client, server: TestServer): Promise<string> {
  const seeded = `${server.prefix}_seeded`
  await client.query('select pg_advisory_lock(hashtext($1))', [seeded])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [seeded])
  if (rowCount) return seeded

  const unfinished = `${server.prefix}_seeding`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await copyDatabase(client, server, templateName(server), unfinished)
  const { db, close } = openDatabase({ ...inDatabase(server.app, unfinished), statementTimeoutMs: 0 })
  try {
    const { seedDemoShop } = await importSeeding()
    await seedDemoShop(db, { images: false })
  } finally {
    await close()
  }
  await client.query(`alter database ${unfinished} rename to ${seeded}`)
  return seeded
}

/** Imported on demand, because most tests create their few rows themselves. */
function importSeeding(): Promise<Seeding> {
  const path = '#server/operations/seed/seed-demo-shop.ts'
  return import(path)
}
