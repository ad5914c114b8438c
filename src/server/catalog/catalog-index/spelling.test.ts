import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { createMemoryCatalogIndex } from './memory-catalog-index.ts'

const { db } = await testDatabase()
let shop: CatalogBuilder

beforeEach(async () => {
  shop = await catalogBuilder(db)
})

/** Queries an index that has just been loaded. */
async function ask<Answer>(
  question: (index: Awaited<ReturnType<typeof createMemoryCatalogIndex>>) => Promise<Answer>,
) {
  const index = await createMemoryCatalogIndex({
    db,
    changes: { subscribe: () => () => {} },
    log: pino({ level: 'silent' }),
  })
  try {
    await index.ready(shop.channel.id)
    return await question(index)
  } finally {
    await index.stop()
  }
}

async function find(query: string) {
  const { productIds, didYouMean, total } = await ask((index) =>
    index.listing({
      channelId: shop.channel.id,
      scope: { kind: 'search', query },
      filters: {},
      sort: 'relevance',
      page: 1,
      perPage: 24,
    }),
  )
  expect(total).toBe(productIds.length)
  return { productIds, didYouMean }
}

const suggest = (query: string) =>
  ask((index) => index.suggest({ channelId: shop.channel.id, query, limit: 6 }))

test('a misspelt query returns the results and the name of its nearest spelling', async () => {
  const shirt = await shop.product({ name: 'Oxford Shirt' })
  await shop.product({ name: 'Linen Shirt' })

  for (const query of ['oxfrod', 'oxford shrit', 'oxfor shirt', 'OXFORT', 'oxfordd shirt'])
    expect((await find(query)).productIds, query).toEqual([shirt.id])
  expect((await find('oxfrod')).didYouMean).toBe('oxford')
  expect((await find('oxford shrit')).didYouMean).toBe('oxford shirt')
})

test('a query with results is not corrected', async () => {
  const boat = await shop.product({ name: 'Boat' })
  for (const name of ['Boot', 'Red Boot', 'Blue Boot']) await shop.product({ name })

  expect(await find('boat')).toEqual({ productIds: [boat.id], didYouMean: null })
})

test('long words allow two typos, short ones one, and very short ones none', async () => {
  const vase = await shop.product({ name: 'Terracotta Vase' })
  await shop.product({ name: 'Ox' })

  expect((await find('teracota')).productIds).toEqual([vase.id])
  expect(await find('vsea')).toEqual({ productIds: [], didYouMean: null })
  expect(await find('oy')).toEqual({ productIds: [], didYouMean: null })
})

test('a word prefix allows a typo too', async () => {
  const vase = await shop.product({ name: 'Terracotta Vase' })

  expect((await find('terac')).productIds).toEqual([vase.id])
})

test('known words are corrected only when no other correction has results', async () => {
  const vase = await shop.product({ name: 'Moon Vase' })
  await shop.product({ name: 'Noon Lamp' })

  expect(await find('noon vase')).toEqual({ productIds: [vase.id], didYouMean: 'moon vase' })
})

test('numbers and SKUs are not corrected', async () => {
  await shop.product({ name: 'Lamp 1200', sku: 'LAMP-77A' })

  expect(await find('1201')).toEqual({ productIds: [], didYouMean: null })
  expect(await find('77b')).toEqual({ productIds: [], didYouMean: null })
})

test('of equally near spellings the one with the most results is chosen', async () => {
  await shop.product({ name: 'Bowl' })
  const first = await shop.product({ name: 'Blue Boll' })
  const second = await shop.product({ name: 'Red Boll' })

  expect(await find('bodl')).toMatchObject({ didYouMean: 'boll', productIds: [first.id, second.id] })
})

test('suggestions for a misspelt query are those for its nearest spelling', async () => {
  const mug = await shop.product({ name: 'Banyan Mug', category: 'mugs', brand: 'Kiln' })

  expect(await suggest('bnayan')).toMatchObject({
    productIds: [mug.id],
    total: 1,
    completions: ['banyan mug'],
    didYouMean: 'banyan',
  })
  expect(await suggest('kilm')).toMatchObject({ brandIds: [expect.any(Number)], didYouMean: 'kiln' })
})

test('a query that names a category without products is not corrected', async () => {
  await shop.product({ name: 'Ceramix cup', category: 'ceramics/cups' })

  expect(await suggest('ceramics')).toMatchObject({
    categoryIds: [await shop.category('ceramics')],
    didYouMean: null,
  })
})

test('a misspelt query is not corrected to a part of a SKU', async () => {
  const vase = await shop.product({ name: 'Moon Vase', sku: 'VSE-OAT' })

  expect((await find('moon vsee')).didYouMean).not.toBe('moon vse')
  expect((await find('vse oat')).productIds).toEqual([vase.id])
})
