import { beforeEach, describe, expect, test } from 'vitest'
import { productEndpoints, searchEndpoints, shopEndpoints } from '#contract/catalog.ts'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { productHandlers, searchHandlers, shopHandlers } from './handlers.ts'
import { visitor } from './visitor.test-support.ts'

const { db } = await testDatabase()
let shop: CatalogBuilder
let shopper: ReturnType<typeof visitor>

beforeEach(async () => {
  shop = await catalogBuilder(db)
  shopper = visitor(db, shop.channel)
})

type ListingInput = { page?: number; perPage?: number; sort?: 'default' | 'relevance' | 'price_desc' }
const categoryListing = (id: string, input: ListingInput = {}) =>
  shopper.ask(productEndpoints.category, productHandlers.category, { id, ...input })
const shopListing = (id: string) => shopper.ask(shopEndpoints.listing, shopHandlers.listing, { id })
const search = (query: string, input: ListingInput = {}) =>
  shopper.ask(searchEndpoints.products, searchHandlers.products, { query, ...input })

describe('a category', () => {
  test('is found by path, slug and id, with heading, breadcrumbs and metadata', async () => {
    await shop.product({ category: 'ceramics/mugs/small' })
    await shop.product({ category: 'ceramics/mugs' })
    await shop.category('ceramics/mugs/empty')
    const id = await shop.category('ceramics/mugs')

    for (const input of ['ceramics/mugs', 'mugs', String(id)])
      expect(await categoryListing(input)).toMatchObject({
        heading: { name: 'Mugs', image: null },
        breadcrumbs: [{ name: 'Ceramics', slug: 'ceramics', url: '/product-category/ceramics' }],
        children: [{ name: 'Small', slug: 'ceramics/mugs/small', product_count: 1, children: [] }],
        products: { total: 2 },
        url: '/product-category/ceramics/mugs',
        sort: { value: 'default' },
        meta: { meta_title: 'Mugs' },
      })
  })

  test('answers 404 when it is unknown', async () => {
    await expect(categoryListing('nothing')).rejects.toMatchObject({ httpStatus: 404 })
  })

  test('is tagged with its products, its categories, its price range and `listing`', async () => {
    const { id } = await shop.product({ category: 'ceramics/mugs' })

    await categoryListing('mugs')

    const categories = [await shop.category('ceramics'), await shop.category('ceramics/mugs')]
    expect([...shopper.tags].sort()).toEqual(
      [
        ...['listing', `product:${id}`, `price-range:${categories[1]}`],
        ...categories.map((category) => `category:${category}`),
      ].sort(),
    )
  })

  test('depends on all prices only in price order or with a filter', async () => {
    await shop.product({ category: 'ceramics/mugs' })

    await categoryListing('mugs', { sort: 'price_desc' })
    expect(shopper.tags).toContain('prices')
    shopper.tags.clear()
    await categoryListing('mugs')
    expect(shopper.tags).not.toContain('prices')
    await search('mug')
    expect(shopper.tags).toContain('prices')
  })
})

test('a page beyond the last one is empty and has the right totals', async () => {
  for (let made = 0; made < 5; made++) await shop.product({ category: 'mugs' })

  expect((await categoryListing('mugs', { page: 9, perPage: 2 })).products).toEqual({
    data: [],
    current_page: 9,
    last_page: 3,
    per_page: 2,
    total: 5,
  })
})

test('a collection is found by slug and id, an unknown one is a 404', async () => {
  await shop.product({ name: 'Lamp', collection: 'Quiet corners' })
  const ask = (id: string) => shopper.ask(productEndpoints.collection, productHandlers.collection, { id })

  for (const id of ['quiet-corners', '1'])
    expect(await ask(id)).toMatchObject({
      heading: { name: 'Quiet corners' },
      products: { data: [{ name: 'Lamp' }] },
      url: '/product-collection/quiet-corners',
    })
  await expect(ask('nothing')).rejects.toMatchObject({ httpStatus: 404 })
})

describe('the shop', () => {
  test('lists all products under shop-online and under the slug of a page of type Shop', async () => {
    await shop.product({ category: 'mugs' })
    await shop.product()
    await db
      .insertInto('pages')
      .values({ slug: 'everything', name: 'Everything', page_type: 'Shop' })
      .execute()

    expect(await shopListing('shop-online')).toMatchObject({
      products: { total: 2 },
      url: '/shop-online',
      children: [{ slug: 'mugs' }],
    })
    expect(await shopListing('everything')).toMatchObject({
      products: { total: 2 },
      heading: { name: 'Everything' },
    })
  })

  test('lists a super-category by its slug, whose canonical address is the category', async () => {
    await shop.product({ category: 'ceramics/mugs' })
    await shop.product()

    expect(await shopListing('ceramics')).toMatchObject({
      products: { total: 1 },
      url: '/product-category/ceramics',
    })
    await expect(shopListing('nothing')).rejects.toMatchObject({ httpStatus: 404 })
  })
})

describe('sorting', () => {
  test('relevance is offered to searches only, as their first option', async () => {
    await shop.product({ name: 'Mug', category: 'mugs' })

    const found = await search('mug')
    expect(found.sort.value).toBe('relevance')
    expect(found.sort.options[0]).toEqual({ value: 'relevance', label: 'Relevance' })

    const listed = await categoryListing('mugs', { sort: 'relevance' })
    expect(listed.sort.value).toBe('default')
    expect(listed.sort.options[0]).toEqual({ value: 'default', label: 'Featured' })
    expect(listed.sort.options.map(({ value }) => value)).not.toContain('relevance')
  })
})

describe('search results', () => {
  test('contain the query and the filters', async () => {
    await shop.product({ name: 'Moon vase', brand: 'Kiln' })

    const found = await shopper.ask(searchEndpoints.products, searchHandlers.products, {
      query: ' moon ',
      filters: { brand: ['kiln'] },
    })

    expect(found).toMatchObject({
      heading: { name: 'Results for “moon”' },
      url: '/search?query=moon',
      filters: { brand: ['kiln'] },
      products: { total: 1 },
      did_you_mean: null,
    })
  })

  test('are empty for an empty query', async () => {
    await shop.product()

    expect(await search('  ')).toMatchObject({
      heading: { name: 'Search' },
      products: { total: 0, last_page: 1 },
    })
  })
})

describe('filters', () => {
  const facetKeys = async (input: {
    id: string
    type?: 'category' | 'collection' | 'shop' | 'search'
    query?: string
  }) => (await shopper.ask(productEndpoints.filters, productHandlers.filters, input)).map(({ key }) => key)

  test('are those of the category, collection, shop or search', async () => {
    await shop.product({ name: 'Mug', category: 'mugs', collection: 'Summer', options: { colour: 'red' } })
    await shop.product({ name: 'Vase', category: 'vases', brand: 'Kiln' })

    expect(await facetKeys({ id: 'mugs' })).toEqual(['colour', 'price'])
    expect(await facetKeys({ id: 'summer', type: 'collection' })).toEqual(['category', 'colour', 'price'])
    expect(await facetKeys({ id: 'shop-online', type: 'shop' })).toEqual([
      'category',
      'colour',
      'brand',
      'price',
    ])
    expect(await facetKeys({ id: 'search', type: 'search', query: 'vase' })).toEqual([
      'category',
      'brand',
      'price',
    ])
  })
})
