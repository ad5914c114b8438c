import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { categoryEndpoints, productEndpoints, searchEndpoints, tagEndpoints } from '#contract/catalog.ts'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { categoryHandlers, productHandlers, searchHandlers, tagHandlers } from './handlers.ts'
import { visitor } from './visitor.test-support.ts'

const { db } = await testDatabase()
let shop: CatalogBuilder
let shopper: ReturnType<typeof visitor>

beforeEach(async () => {
  shop = await catalogBuilder(db)
  shopper = visitor(db, shop.channel)
})

describe('a product grid', () => {
  const names = async (input: z.input<typeof productEndpoints.grid.input>) =>
    (await shopper.ask(productEndpoints.grid, productHandlers.grid, input)).map(({ name }) => name)

  test('of chosen products keeps their order and drops unpublished ones', async () => {
    const a = await shop.product({ name: 'A' })
    const draft = await shop.product({ name: 'Draft', isPublished: false })
    const b = await shop.product({ name: 'B' })
    const items = [b.variationId, draft.variationId, 999_999, a.variationId, b.variationId]

    expect(await names({ source: 'custom', items })).toEqual(['B', 'A'])
    expect(await names({ source: 'recently_viewed', items })).toEqual(['B', 'A'])
    expect([...shopper.tags].sort()).toEqual(['listing', `product:${a.id}`, `product:${b.id}`])
  })

  test('of a source contains the first products of its order', async () => {
    await shop.product({
      name: 'A',
      position: 2,
      publishedAt: '2026-03-01',
      sold: 1,
      rating: '4.00',
      labels: ['New'],
    })
    await shop.product({ name: 'B', position: 1, publishedAt: '2026-02-01', sold: 5, price: 50, mrp: 100 })
    await shop.product({
      name: 'C',
      position: 3,
      publishedAt: '2026-01-01',
      sold: 3,
      rating: '5.00',
      price: 90,
      mrp: 100,
      labels: ['New'],
    })

    expect(await names({ source: 'newest' })).toEqual(['A', 'B', 'C'])
    expect(await names({ source: 'best_selling' })).toEqual(['B', 'C', 'A'])
    expect(await names({ source: 'featured', limit: 2 })).toEqual(['B', 'A'])
    expect(await names({ source: 'on_sale' })).toEqual(['B', 'C'])
    expect(await names({ source: 'top_rated' })).toEqual(['C', 'A'])
    expect(await names({ source: 'newest', label: 'new' })).toEqual(['A', 'C'])
    expect(await names({ source: 'newest', label: 'unknown' })).toEqual([])
  })
})

describe('categories', () => {
  test('count their whole subtree, published products only', async () => {
    await shop.product({ category: 'ceramics/mugs' })
    await shop.product({ category: 'ceramics' })
    await shop.product({ category: 'ceramics/mugs', isPublished: false })
    const all = (category_id?: number) =>
      shopper.ask(categoryEndpoints.all, categoryHandlers.all, { category_id })

    const mugs = { name: 'Mugs', slug: 'ceramics/mugs', product_count: 1, children: [] }
    expect(await all()).toMatchObject([{ slug: 'ceramics', product_count: 2, children: [mugs] }])
    expect(await all(await shop.category('ceramics/mugs'))).toMatchObject([mugs])
    await expect(all(999)).rejects.toMatchObject({ httpStatus: 404 })
  })

  test('of a grid keep the order of their ids', async () => {
    const mugs = await shop.category('ceramics/mugs')
    const textiles = await shop.category('textiles')
    const grid = (input: z.input<typeof categoryEndpoints.grid.input>) =>
      shopper.ask(categoryEndpoints.grid, categoryHandlers.grid, input)

    expect(await grid({ items: [textiles, 999, mugs] })).toMatchObject([
      { name: 'Textiles' },
      { name: 'Mugs' },
    ])
    expect(await grid({ source: 'top' })).toMatchObject([{ name: 'Ceramics' }, { name: 'Textiles' }])
  })
})

test('the tag list contains tags with products on sale', async () => {
  await shop.product({ tags: ['Linen', 'Gift'] })
  await shop.product({ tags: ['Linen'] })
  await shop.product({ tags: ['Secret'], isPublished: false })

  expect(await shopper.ask(tagEndpoints.all, tagHandlers.all, {})).toMatchObject([
    { name: 'Gift', slug: 'gift', product_count: 1 },
    { name: 'Linen', slug: 'linen', product_count: 2 },
  ])
})

test('suggestions contain at most six products, with categories, brands and the total', async () => {
  for (let made = 1; made <= 7; made++)
    await shop.product({ name: `Mug ${made}`, brand: 'Mug makers', category: 'kitchen/mugs' })

  const found = await shopper.ask(searchEndpoints.suggest, searchHandlers.suggest, { query: 'mug' })

  expect(found.products.map(({ name }) => name)).toEqual([
    'Mug 1',
    'Mug 2',
    'Mug 3',
    'Mug 4',
    'Mug 5',
    'Mug 6',
  ])
  expect(found).toMatchObject({
    query: 'mug',
    did_you_mean: null,
    categories: [{ name: 'Mugs', slug: 'kitchen/mugs', product_count: 7 }],
    brands: [{ name: 'Mug makers', slug: 'mug-makers' }],
    total: 7,
  })
})
