import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { type Catalogue, emptyCatalogue } from '../catalog/test-catalogue.ts'
import { type ChangeFeed, startChangeFeed } from '../http/change-feed.ts'
import { noteChange } from '../http/note-change.ts'
import { createMemoryCatalogIndex, type MemoryCatalogIndex } from './memory-catalog-index.ts'

const { db, pool } = await testDatabase()
let shop: Catalogue
let changes: ChangeFeed
let index: MemoryCatalogIndex

beforeEach(async () => {
  shop = await emptyCatalogue(db)
  changes = await startChangeFeed(pool, { pollMs: 60_000 })
})

afterEach(async () => {
  await index.stop()
  await changes.stop()
})

async function openIndex(options: { patienceMs?: number; onLate?: (tags: readonly string[]) => void } = {}) {
  index = await createMemoryCatalogIndex({ db, changes, log: pino({ level: 'silent' }), ...options })
}

const listed = async () => {
  const query = { channelId: shop.channel.id, scope: { kind: 'shop' }, filters: {}, sort: 'default' } as const
  return (await index.listing({ ...query, page: 1, perPage: 96 })).productIds
}

/** As any writer: notes what it changed, and has it read. */
async function tell(...tags: string[]) {
  await noteChange(db, tags)
  await changes.catchUp()
}

test('before the products are loaded the answers come from the database', async () => {
  const { id } = await shop.product()
  await openIndex()

  expect(await listed()).toEqual([id])
})

test('an answer that is asked for after a change is one with the change', async () => {
  const first = await shop.product()
  await openIndex({ patienceMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  const second = await shop.product()
  await tell('listing', `product:${second.id}`)
  expect(await listed()).toEqual([first.id, second.id])

  await db.updateTable('products').set({ is_published: false }).where('id', '=', first.id).execute()
  await tell('listing', `product:${first.id}`)
  expect(await listed()).toEqual([second.id])
})

test('what changes while the products are being loaded is not lost', async () => {
  for (let at = 0; at < 5; at++) await shop.product()
  await openIndex({ patienceMs: Number.POSITIVE_INFINITY })

  const loaded = index.ready(shop.channel.id)
  const late = await shop.product()
  await tell(`product:${late.id}`)
  await loaded

  expect(await listed()).toContain(late.id)
})

test('a rebuild neither loses what changes meanwhile nor keeps anybody waiting', async () => {
  const first = await shop.product()
  await openIndex({ patienceMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  const rebuilt = index.rebuild(shop.channel.id)
  expect(await listed()).toEqual([first.id])
  const second = await shop.product()
  await tell(`product:${second.id}`)
  expect(await listed()).toEqual([first.id, second.id])
  await rebuilt

  expect(await listed()).toEqual([first.id, second.id])
})

test('who notes only `listing` may have changed anything, whoever else notes something at the same time', async () => {
  const first = await shop.product({ brand: 'Kiln' })
  const second = await shop.product()
  await openIndex({ patienceMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  await db.updateTable('products').set({ is_published: false }).where('id', '=', first.id).execute()
  await noteChange(db, ['listing'])
  await tell('listing', `product:${second.id}`)

  expect(await listed()).toEqual([second.id])
})

test('an answer from before a change that takes long is given at once, and its tags are told when the change is there', async () => {
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
    patienceMs: 0,
    onLate: (tags) => void late.push([...tags]),
  })
  await index.ready(shop.channel.id)

  const second = await shop.product()
  for (const listener of listeners) listener(['listing', `product:${second.id}`])
  expect(await listed()).toEqual([first.id])
  await index.ready(shop.channel.id)

  expect(late).toEqual([['listing', `product:${second.id}`]])
  expect(await listed()).toEqual([first.id, second.id])
})

test('nothing is told late when nobody has asked', async () => {
  const { id } = await shop.product()
  const late: unknown[] = []
  await openIndex({ patienceMs: 0, onLate: (tags) => void late.push(tags) })
  await index.ready(shop.channel.id)

  await tell(`product:${id}`)
  await index.ready(shop.channel.id)

  expect(late).toEqual([])
})

test('a change that cannot be read is read again', async () => {
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
    patienceMs: Number.POSITIVE_INFINITY,
  })
  await index.ready(shop.channel.id)

  isAway = true
  await db.updateTable('products').set({ is_published: false }).where('id', '=', id).execute()
  await tell(`product:${id}`)
  setTimeout(() => {
    isAway = false
  }, 300)

  expect(await listed()).toEqual([])
})

test('many changes one by one are answered as the database does', async () => {
  const made = []
  for (let at = 0; at < 12; at++) made.push(await shop.product({ position: at }))
  await openIndex({ patienceMs: Number.POSITIVE_INFINITY })
  await index.ready(shop.channel.id)

  for (const [at, { id }] of made.entries()) {
    await db.updateTable('products').set({ position: -at }).where('id', '=', id).execute()
    await tell(`product:${id}`)
  }

  expect(await listed()).toEqual(made.map(({ id }) => id).toReversed())
})
