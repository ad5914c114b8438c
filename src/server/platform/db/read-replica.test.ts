import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { urlOf } from '#harness/database.ts'
import { openShop } from '#harness/open-shop.ts'
import { createMemoryCatalogIndex } from '#server/catalog/catalog-index/memory-catalog-index.ts'
import { seedDemoShop } from '#server/operations/seed/seed-demo-shop.ts'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import type { ReadReplica } from '../kernel/context.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { openReadReplica } from './read-replica.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-replica-'))
const clusterOf = (name: string) => join(folder, name, 'postgres/cluster')
const start = (name: string, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({
    dataDir: join(folder, name),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    internal: { settings: { max_wal_senders: '4', ...settings } },
  })
// When root runs the tests, PostgreSQL's own user needs access.
chmodSync(folder, 0o755)
await fillAndCopy()
const primary = await start('primary')
const { host, port } = primary.config
const follow = () => start('standby', { primary_conninfo: `host=${host} port=${port} user=postgres` })
let standby = await follow()
const onPrimary = openDatabase({ config: primary.config })
/** As an operator. */
const onStandby = new pg.Pool({ ...standby.config, user: 'postgres', max: 1 })
onStandby.on('error', () => {})
afterAll(async () => {
  await Promise.all([onPrimary.close(), onStandby.end()])
  await standby.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The demo shop, in the folders of a primary and of a standby that will follow it. */
async function fillAndCopy() {
  const server = await start('primary')
  await migrate(server, { folder: join(import.meta.dirname, '../../../../migrations') })
  await migrateJobs(server)
  const { db, close } = openDatabase({ ...server, statementTimeoutMs: 0 })
  await seedDemoShop(db)
  await close()
  await server.stop()
  cpSync(clusterOf('primary'), clusterOf('standby'), { recursive: true })
  chmodSync(clusterOf('standby'), 0o700)
  writeFileSync(join(clusterOf('standby'), 'standby.signal'), '')
  appendFileSync(join(clusterOf('primary'), 'pg_hba.conf'), '\nlocal replication all trust\n')
}

const pauseReplay = () => onStandby.query('select pg_wal_replay_pause()')
const resumeReplay = () => onStandby.query('select pg_wal_replay_resume()')
const log = pino({ level: 'silent' })

const shop = await openShop({ beside: { ...onPrimary, connection: { config: primary.config } }, pages: true })
const replica = openReadReplica({ url: urlOf(standby), primary: shop.db, changes: shop.changes, log })
afterAll(() => replica.stop())
Object.assign(shop.services, { replica })
const products = await shop.db
  .selectFrom('products')
  .select(['id', 'slug'])
  .where('is_published', '=', true)
  .orderBy('id')
  .limit(6)
  .execute()
const page = async ({ slug }: { slug: string }) =>
  (await shop.app.inject({ url: `/product/${slug}`, headers: { accept: 'text/html' } })).body
const rename = (id: number, name: string) =>
  onPrimary.db.updateTable('products').set({ name }).where('id', '=', id).execute()

test('pages for everyone are read from a replica, and from the primary until it has replayed what has changed', async () => {
  await expect.poll(() => replica.current()).toBeDefined()
  const [unnoted, noted, later, away, back] = products
  if (!unnoted || !noted || !later || !away || !back) throw new Error('The demo shop has too few products')

  await pauseReplay()
  await rename(unnoted.id, 'Not yet on the replica')
  expect(await page(unnoted)).not.toContain('Not yet on the replica')

  await onPrimary.db.transaction().execute(async (tx) => {
    await tx.updateTable('products').set({ name: 'Changed by staff' }).where('id', '=', noted.id).execute()
    await sql`insert into change_log (tag) values (${`product:${noted.id}`})`.execute(tx)
  })
  await shop.changes.catchUp()
  expect(replica.current()).toBeUndefined()
  expect(await page(noted)).toContain('Changed by staff')

  await resumeReplay()
  await expect.poll(() => replica.current()).toBeDefined()

  await pauseReplay()
  await rename(later.id, 'Later on the replica')
  expect(await page(later)).not.toContain('Later on the replica')
  await resumeReplay()

  await standby.stop()
  await rename(away.id, 'Only on the primary')
  expect(await page(away)).toContain('Only on the primary')
  expect(replica.current()).toBeUndefined()
  expect(replica.secondsAway()).toBeGreaterThan(0)

  standby = await follow()
  await expect.poll(() => replica.current()).toBeDefined()
  expect(replica.secondsAway()).toBe(0)
  await pauseReplay()
  await rename(back.id, 'After its return')
  expect(await page(back)).not.toContain('After its return')
  await resumeReplay()
})

test('a server that is no standby does not count as a replica', async () => {
  const other = openReadReplica({
    ...{ url: urlOf(primary), primary: onPrimary.db, log },
    changes: { subscribe: () => () => {} },
  })

  expect(await other.reachPresent(500)).toBeUndefined()
  await other.stop()
})

test('the catalog index reads all products from a replica that has replayed what is there, and from the primary when it is behind', async () => {
  const [first] = products
  if (!first) throw new Error('The demo shop has no product')
  const { id: channelId } = await shop.db
    .selectFrom('channels')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const findBuilt = async (reachPresent: ReadReplica['reachPresent'], query: string) => {
    const index = await createMemoryCatalogIndex({
      ...{ db: shop.db, changes: shop.changes, log },
      replica: { reachPresent },
    })
    await index.ready()
    const { productIds } = await index.suggest({ query, channelId, limit: 5 })
    await index.stop()
    return productIds
  }

  const reached = await replica.reachPresent(30_000)
  expect(reached).toBeDefined()
  await pauseReplay()
  await rename(first.id, 'Quixotic Zephyrware')
  // As if it had been reached just before the change.
  expect(await findBuilt(async () => reached, 'quixotic zephyrware')).toEqual([])
  const startedAt = performance.now()
  expect(await findBuilt(replica.reachPresent, 'quixotic zephyrware')).toHaveLength(1)
  expect(performance.now() - startedAt).toBeLessThan(20_000)

  await resumeReplay()
  expect(await replica.reachPresent(30_000)).toBeDefined()
  expect(await findBuilt(replica.reachPresent, 'quixotic zephyrware')).toHaveLength(1)
})

test('while the primary is away, pages for everyone are read from the replica', async () => {
  expect(await replica.reachPresent(30_000)).toBeDefined()
  await primary.stop()
  const { slug } = products[5] ?? {}
  const answer = await shop.app.inject({ url: `/product/${slug}`, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<h1')
})
