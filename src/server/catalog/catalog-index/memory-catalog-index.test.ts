import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { startChangeFeed } from '#server/platform/changes/change-feed.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { ChangeFeed } from '#server/platform/kernel/context.ts'
import { pricesOfTag } from './feed/changes.ts'
import { createMemoryCatalogIndex, type MemoryCatalogIndex } from './memory-catalog-index.ts'

const { db, pool } = await testDatabase()
let shop: CatalogBuilder
let changes: ChangeFeed
let index: MemoryCatalogIndex

beforeEach(async () => {
  shop = await catalogBuilder(db)
  changes = await startChangeFeed(pool, { pollMs: 60_000 })
})

afterEach(async () => {
  await index.stop()
  await changes.stop()
})

async function openIndex(options: { maxWaitMs?: number; onLate?: (tags: readonly string[]) => void } = {}) {
  index = await createMemoryCatalogIndex({ db, changes, log: pino({ level: 'silent' }), ...options })
}

const listed = async () => {
  const query = { channelId: shop.channel.id, scope: { kind: 'shop' }, filters: {}, sort: 'default' } as const
  return (await index.listing({ ...query, page: 1, perPage: 96 })).productIds
}

/** Notes a change as any writer does, and waits until the feed has read it. */
async function noteAndRead(...tags: string[]) {
  await noteChange(db, tags)
  await changes.catchUp()
}

test('the index answers from the database before the products are loaded', async () => {
  const { id } = await shop.product()
  await openIndex()

  expect(await listed()).toEqual([id])
})

test('an answer requested after a change includes the change', async () => {
  const first = await shop.product()
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  const second = await shop.product()
  await noteAndRead('listing', `product:${second.id}`)
  expect(await listed()).toEqual([first.id, second.id])

  await db.updateTable('products').set({ is_published: false }).where('id', '=', first.id).execute()
  await noteAndRead('listing', `product:${first.id}`)
  expect(await listed()).toEqual([second.id])
})

test('a batch of an import reads its own products, and neither names nor the other products of their category', async () => {
  const category = await shop.category('vases')
  const products = []
  for (let at = 0; at < 20; at++) products.push(await shop.product({ category: 'vases' }))
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)
  const query = vi.spyOn(pg.Client.prototype, 'query')

  for (const { id } of products.slice(0, 3))
    await noteAndRead('listing', `category:${category}`, `product:${id}`)
  await index.ready(shop.channel.id)

  const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement))
  query.mockRestore()
  // Batches that arrive during a patch are read together.
  expect(statements.filter((text) => text.includes('p.short_description'))).not.toEqual([])
  expect(statements.filter((text) => /from brands|where \\"category_id\\" in/.test(text))).toEqual([])
})

test('changes made while the products load are applied', async () => {
  for (let at = 0; at < 5; at++) await shop.product()
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })

  const loaded = index.ready(shop.channel.id)
  const late = await shop.product()
  await noteAndRead(`product:${late.id}`)
  await loaded

  expect(await listed()).toContain(late.id)
})

test('a rebuild keeps concurrent changes and does not delay answers', async () => {
  const first = await shop.product()
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  const rebuilt = index.rebuild(shop.channel.id)
  expect(await listed()).toEqual([first.id])
  const second = await shop.product()
  await noteAndRead(`product:${second.id}`)
  expect(await listed()).toEqual([first.id, second.id])
  await rebuilt

  expect(await listed()).toEqual([first.id, second.id])
})

test('the tag `catalog` reloads all products when other tags are noted with it', async () => {
  const first = await shop.product({ brand: 'Kiln' })
  const second = await shop.product()
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  await db.updateTable('products').set({ is_published: false }).where('id', '=', first.id).execute()
  await noteChange(db, ['listing', 'catalog'])
  await noteAndRead('listing', `product:${second.id}`)

  expect(await listed()).toEqual([second.id])
})

test.each([
  { change: 'slow', maxWaitMs: 0, others: 0 },
  { change: 'bulk', maxWaitMs: 60_000, others: 100 },
])(
  'the index answers from the old state during a $change change and reports its tags once it is applied',
  async ({ maxWaitMs, others }) => {
    const first = await shop.product()
    const late: string[][] = []
    const listeners = new Set<(tags: readonly string[]) => void>()
    index = await createMemoryCatalogIndex({
      db,
      changes: {
        subscribe(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      log: pino({ level: 'silent' }),
      maxWaitMs,
      onLate: (tags) => void late.push([...tags]),
    })
    await index.ready(shop.channel.id)

    const second = await shop.product()
    const unknown = Array.from({ length: others }, (_, at) => `product:${second.id + at + 1}`)
    const tags = ['listing', `product:${second.id}`, ...unknown]
    for (const listener of listeners) listener(tags)
    expect(await listed()).toEqual([first.id])
    await index.ready(shop.channel.id)

    expect(late).toEqual([tags])
    expect(await listed()).toEqual([first.id, second.id])
  },
)

test('no tags are reported late without a query in between', async () => {
  const { id } = await shop.product()
  const late: unknown[] = []
  await openIndex({ maxWaitMs: 0, onLate: (tags) => void late.push(tags) })
  await index.ready(shop.channel.id)

  await noteAndRead(`product:${id}`)
  await index.ready(shop.channel.id)

  expect(late).toEqual([])
})

test('a change whose read fails is read again', async () => {
  const { id } = await shop.product()
  let isAway = false
  const reluctant = new Proxy(db, {
    get(target, name) {
      if (isAway && name === 'getExecutor') throw new Error('The database is away')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  index = await createMemoryCatalogIndex({
    db: reluctant,
    changes,
    log: pino({ level: 'silent' }),
    maxWaitMs: Number.POSITIVE_INFINITY,
  })
  await index.ready(shop.channel.id)

  isAway = true
  await db.updateTable('products').set({ is_published: false }).where('id', '=', id).execute()
  await noteAndRead(`product:${id}`)
  setTimeout(() => {
    isAway = false
  }, 300)

  expect(await listed()).toEqual([])
})

test('a transaction that says that only prices changed is not read in full, unless it says more', async () => {
  const { id } = await shop.product()
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)
  await db.updateTable('products').set({ is_published: false }).where('id', '=', id).execute()

  await noteAndRead(`product:${id}`, pricesOfTag([id]))
  expect(await listed()).toEqual([id])

  await db.transaction().execute(async (tx) => {
    await noteChange(tx, [`product:${id}`, pricesOfTag([id])])
    await noteChange(tx, [`product:${id}`])
  })
  await changes.catchUp()
  expect(await listed()).toEqual([])
})

test('many single changes give the same answers as the database', async () => {
  const made = []
  for (let at = 0; at < 12; at++) made.push(await shop.product({ position: at }))
  await openIndex({ maxWaitMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  for (const [at, { id }] of made.entries()) {
    await db.updateTable('products').set({ position: -at }).where('id', '=', id).execute()
    await noteAndRead(`product:${id}`)
  }

  expect(await listed()).toEqual(made.map(({ id }) => id).toReversed())
})
