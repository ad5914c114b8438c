import { beforeEach, expect, test } from 'vitest'
import type { Filters, Sort } from '#contract/catalog.ts'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { bothIndexes } from './both-indexes.test-support.ts'

const { db } = await testDatabase()
const index = bothIndexes(db)
let shop: CatalogBuilder

beforeEach(async () => {
  shop = await catalogBuilder(db)
})

const search = (query: string, how: { filters?: Filters; sort?: Sort } = {}) =>
  index.listing({
    channelId: shop.channel.id,
    scope: { kind: 'search', query },
    filters: {},
    sort: 'relevance',
    page: 1,
    perPage: 96,
    ...how,
  })
const find = async (query: string) => (await search(query)).productIds

const idsOf = (...products: { id: number }[]) => products.map(({ id }) => id)

const suggest = (query: string) => index.suggest({ channelId: shop.channel.id, query, limit: 6 })

test('a product matches when it has all words, the last as a prefix', async () => {
  const wanted = await shop.product({ name: 'Moon Vase' })
  await shop.product({ name: 'Moon Lamp' })

  expect(await find('moon va')).toEqual(idsOf(wanted))
  expect(await find('mo vase')).toEqual([])
  expect(await find('oon')).toEqual([])
})

test('search ignores accents and case', async () => {
  const wanted = await shop.product({ name: 'Crème Brûlée Dish' })

  expect(await find('CREME brulee')).toEqual(idsOf(wanted))
  expect(await find('crème')).toEqual(idsOf(wanted))
})

test('words inside texts without spaces are found, with the last character as a prefix', async () => {
  const vase = await shop.product({ name: 'Vase A 信楽焼の花瓶' })
  const cup = await shop.product({ name: 'Cup マグカップ 赤' })
  await shop.product({ name: 'Vase B 花' })

  expect(await find('花瓶')).toEqual(idsOf(vase))
  expect(await find('カップ')).toEqual(idsOf(cup))
  expect(await find('赤')).toEqual(idsOf(cup))
  expect(await find('赤 vase')).toEqual([])
})

test('a SKU match ranks first, then names, then other fields', async () => {
  const described = await shop.product({ name: 'Bowl', description: '<p>Goes with the <b>MUG-7</b></p>' })
  const called = await shop.product({ name: 'Mug 7' })
  const exact = await shop.product({ name: 'Plate', sku: 'MUG-7' })

  expect(await find('mug-7')).toEqual(idsOf(exact, called, described))
})

test('search covers brand, category, tags, colours and attributes', async () => {
  const wanted = await shop.product({
    name: 'Bowl',
    brand: 'Ochre Lane',
    category: 'dishes',
    tags: ['Gift'],
    attributes: { material: 'stoneware' },
    variations: [{ options: { colour: 'terra' } }, { options: { colour: 'plum' }, isPublished: false }],
  })
  await shop.product({ name: 'Another Bowl' })

  for (const query of ['ochre', 'dishes bowl', 'gift', 'terra bowl', 'stone'])
    expect(await find(query), query).toEqual(idsOf(wanted))
  expect(await find('plum bowl')).toEqual([])
})

test("search treats operators of the database's query language as plain characters", async () => {
  await shop.product({ name: '100% Linen' })

  for (const query of ['%', '_', "'", '\\', '', '   ', '.*', '(']) expect(await find(query)).toEqual([])
  expect(await find('100%')).toHaveLength(1)
})

test('filters, facets and sorting apply to search results', async () => {
  const cheap = await shop.product({ name: 'Mug one', brand: 'Kiln', price: 100 })
  const dear = await shop.product({ name: 'Mug two', brand: 'Kiln', price: 300 })
  await shop.product({ name: 'Mug three', brand: 'Loom' })
  await shop.product({ name: 'Plate', brand: 'Kiln' })

  const answer = await search('mug', { filters: { brand: ['kiln'] }, sort: 'price_desc' })

  expect(answer.productIds).toEqual(idsOf(dear, cheap))
  expect(answer.facets.find(({ key }) => key === 'brand')?.options).toMatchObject([
    { value: 'kiln', count: 2 },
    { value: 'loom', count: 1 },
  ])
})

test('suggestions name products, categories, brands and completed queries', async () => {
  const mug = await shop.product({
    name: 'Moon Mug',
    brand: 'Mughal Clay',
    category: 'mugs',
    tags: ['Mug gifts'],
  })

  expect(await suggest('mu')).toEqual({
    productIds: [mug.id],
    total: 1,
    categoryIds: [await shop.category('mugs')],
    brandIds: [expect.any(Number)],
    completions: ['mugs', 'mug gifts', 'moon mug'],
    didYouMean: null,
  })
})
