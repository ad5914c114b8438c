import { beforeEach, describe, expect, test } from 'vitest'
import type { Facet, Filters, Sort } from '#contract/catalog.ts'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { bothIndexes } from '#server/catalog/catalog-index/both-indexes.test-support.ts'
import type { Scope } from './catalog-index.ts'

const { db } = await testDatabase()
const index = bothIndexes(db)
let shop: CatalogBuilder

beforeEach(async () => {
  shop = await catalogBuilder(db)
})

type Question = { scope?: Scope; filters?: Filters; sort?: Sort; page?: number; perPage?: number }
const ask = (question: Question = {}) =>
  index.listing({
    channelId: shop.channel.id,
    scope: { kind: 'shop' },
    filters: {},
    sort: 'default',
    page: 1,
    perPage: 96,
    ...question,
  })

/** {terra: 2, indigo: 1} */
const counts = (facets: Facet[], key: string) =>
  Object.fromEntries(
    facets.find((facet) => facet.key === key)?.options?.map(({ value, count }) => [value, count]) ?? [],
  )

const idsOf = (...products: { id: number }[]) => products.map(({ id }) => id)

describe('choices', () => {
  test('values of one group are alternatives, groups must all hold', async () => {
    const red = await shop.product({ brand: 'Kiln', options: { colour: 'red' } })
    const blue = await shop.product({ brand: 'Kiln', options: { colour: 'blue' } })
    await shop.product({ brand: 'Kiln', options: { colour: 'green' } })
    await shop.product({ brand: 'Loom', options: { colour: 'red' } })

    const answer = await ask({
      filters: { brand: ['kiln'], variable_attribute: { colour: ['red', 'blue'] } },
    })

    expect(answer).toMatchObject({ total: 2, productIds: idsOf(red, blue) })
  })

  test('a rating step matches products rated so or better, counted by step', async () => {
    const best = await shop.product({ rating: '4.50' })
    const good = await shop.product({ rating: '3.99' })
    await shop.product({ rating: '1.20' })
    await shop.product({})

    const four = await ask({ filters: { rating: ['4'] } })
    const three = await ask({ filters: { rating: ['4', '3'] } })

    expect(four.productIds).toEqual(idsOf(best))
    expect(three.productIds).toEqual(idsOf(best, good))
    expect(counts(four.facets, 'rating')).toEqual({ '4': 1, '3': 2, '2': 2, '1': 3 })
    expect(four.facets.find(({ key }) => key === 'rating')?.options?.map(({ label }) => label)).toEqual([
      '4 stars & up',
      '3 stars & up',
      '2 stars & up',
      '1 star & up',
    ])
    expect((await ask({ filters: { rating: ['5'] } })).total).toBe(0)
  })

  test('chosen colour and size must be on one variation', async () => {
    const both = await shop.product({
      variations: [{ options: { colour: 'blue', size: 's' } }, { options: { colour: 'blue', size: 'm' } }],
    })
    await shop.product({
      variations: [{ options: { colour: 'blue', size: 's' } }, { options: { colour: 'red', size: 'm' } }],
    })

    const answer = await ask({ filters: { variable_attribute: { colour: ['blue'], size: ['m'] } } })

    expect(answer.productIds).toEqual(idsOf(both))
  })

  test('"in stock" applies to the variation that has the chosen colour', async () => {
    const sellsBlue = await shop.product({
      variations: [
        { options: { colour: 'red' }, stock: 0 },
        { options: { colour: 'blue' }, stock: 1 },
      ],
    })
    await shop.product({
      variations: [
        { options: { colour: 'red' }, stock: 9 },
        { options: { colour: 'blue' }, stock: 0 },
      ],
    })
    const uncounted = await shop.product({ options: { colour: 'blue' }, stock: 0, tracksStock: false })

    const answer = await ask({
      filters: { availability: 'in_stock', variable_attribute: { colour: ['blue'] } },
    })

    expect(answer.productIds).toEqual(idsOf(sellsBlue, uncounted))
  })

  test('an unpublished or unpriced variation adds nothing to a listing', async () => {
    const { variationIds } = await shop.product({
      variations: [
        { options: { colour: 'red' } },
        { options: { colour: 'blue' }, isPublished: false },
        { options: { colour: 'green' } },
      ],
    })
    await db
      .deleteFrom('prices')
      .where('variation_id', '=', variationIds[2] ?? 0)
      .execute()

    expect((await ask({ filters: { variable_attribute: { colour: ['blue', 'green'] } } })).total).toBe(0)
    expect(counts((await ask()).facets, 'colour')).toEqual({ red: 1 })
  })

  test('label, tag, attribute and category choices narrow a listing', async () => {
    const wanted = await shop.product({
      labels: ['New'],
      tags: ['Gift'],
      attributes: { material: 'linen' },
      category: 'textiles/cushions',
    })
    await shop.product({ labels: ['New'], category: 'textiles/cushions' })
    await shop.product({ tags: ['Gift'], attributes: { material: 'wool' }, category: 'textiles/throws' })

    expect((await ask({ filters: { label: ['new'], tag: ['gift'] } })).productIds).toEqual(idsOf(wanted))
    expect((await ask({ filters: { attribute: { material: ['linen'] } } })).productIds).toEqual(idsOf(wanted))
    expect((await ask({ filters: { category: ['cushions'] } })).total).toBe(2)
    expect((await ask({ filters: { category: ['textiles'] } })).total).toBe(3)
    expect((await ask({ filters: { category: ['textiles/throws'] } })).total).toBe(1)
  })

  test('the price filter includes its ends and uses the price on the card', async () => {
    await shop.product({ price: 499 })
    const low = await shop.product({ price: 500 })
    const high = await shop.product({ variations: [{ price: 800 }, { price: 5_000 }] })
    await shop.product({ price: 801 })

    const answer = await ask({ filters: { price: { min: 50_000, max: 80_000 } } })

    expect(answer.productIds).toEqual(idsOf(low, high))
  })

  test('a group without values is ignored, and an unknown value finds nothing', async () => {
    await shop.product({ brand: 'Kiln' })

    expect((await ask({ filters: { brand: [], variable_attribute: { colour: [] } } })).total).toBe(1)
    expect((await ask({ filters: { brand: ['nobody'] } })).total).toBe(0)
    expect((await ask({ filters: { attribute: { nothing: ['x'] } } })).total).toBe(0)
  })
})

describe('facets', () => {
  test('a facet counts without its own choice and with all others', async () => {
    await shop.product({ brand: 'Kiln', options: { colour: 'red' }, price: 100 })
    await shop.product({ brand: 'Kiln', options: { colour: 'blue' }, price: 200 })
    await shop.product({ brand: 'Loom', options: { colour: 'red' }, price: 900 })

    const { total, facets } = await ask({
      filters: { brand: ['kiln'], variable_attribute: { colour: ['red'] }, price: { max: 50_000 } },
    })

    expect(total).toBe(1)
    expect(counts(facets, 'brand')).toEqual({ kiln: 1, loom: 0 })
    expect(counts(facets, 'colour')).toEqual({ red: 1, blue: 1 })
    expect(facets.find(({ key }) => key === 'price')).toMatchObject({ min: 10_000, max: 10_000 })
  })

  test('the price range leaves out only the price choice', async () => {
    await shop.product({ brand: 'Kiln', price: 100 })
    await shop.product({ brand: 'Kiln', price: 700 })
    await shop.product({ brand: 'Loom', price: 900 })

    const { facets } = await ask({ filters: { brand: ['kiln'], price: { max: 20_000 } } })

    expect(facets.find(({ key }) => key === 'price')).toMatchObject({ min: 10_000, max: 70_000 })
  })

  test('two variable facets count on the same variation', async () => {
    await shop.product({
      variations: [
        { options: { colour: 'blue', size: 's' } },
        { options: { colour: 'blue', size: 'm' } },
        { options: { colour: 'red', size: 'm' } },
      ],
    })
    await shop.product({ options: { colour: 'red', size: 's' } })

    const { facets } = await ask({ filters: { variable_attribute: { size: ['s'] } } })

    expect(counts(facets, 'colour')).toEqual({ blue: 1, red: 1 })
    expect(counts(facets, 'size')).toEqual({ s: 2, m: 1 })
  })

  test('an option of the scope without results stays, with a count of 0', async () => {
    const at = { category: 'ceramics' }
    await shop.product({ ...at, brand: 'Kiln', options: { colour: 'red' }, attributes: { care: 'wash' } })
    await shop.product({ ...at, brand: 'Loom', options: { colour: 'blue' }, labels: ['Sale'] })
    await shop.product({ brand: 'Ochre', options: { colour: 'green' }, category: 'textiles' })
    const filters = { brand: ['kiln'], variable_attribute: { colour: ['blue'] } }

    const { facets } = await ask({ filters })
    const inCeramics = await ask({
      scope: { kind: 'category', id: await shop.category('ceramics') },
      filters,
    })

    expect(counts(facets, 'category')).toEqual({ ceramics: 0, textiles: 0 })
    expect(counts(facets, 'brand')).toEqual({ kiln: 0, loom: 1, ochre: 0 })
    expect(counts(facets, 'colour')).toEqual({ red: 1, blue: 0, green: 0 })
    expect(counts(inCeramics.facets, 'brand')).toEqual({ kiln: 0, loom: 1 })
    expect(counts(inCeramics.facets, 'colour')).toEqual({ red: 1, blue: 0 })
    expect(counts(inCeramics.facets, 'care')).toEqual({ wash: 0 })
    expect(counts(inCeramics.facets, 'label')).toEqual({ sale: 0 })
  })

  test('an option outside the scope is left out, unless it is chosen', async () => {
    await shop.product({ brand: 'Kiln', collection: 'Summer', tags: ['Gift'] })
    await shop.product({ brand: 'Loom', tags: ['Eco'] })
    const { id } = await db.selectFrom('collections').select('id').executeTakeFirstOrThrow()
    const brandsOf = async (filters: Filters) =>
      counts((await ask({ scope: { kind: 'collection', id }, filters })).facets, 'brand')

    expect(await brandsOf({})).toEqual({ kiln: 1 })
    expect(await brandsOf({ price: { max: 1 } })).toEqual({ kiln: 0 })
    expect(await brandsOf({ brand: ['loom'] })).toEqual({ kiln: 1, loom: 0 })
  })

  test('tags are a facet where one is chosen', async () => {
    await shop.product({ tags: ['Gift', 'Eco'] })
    await shop.product({ tags: ['Eco'] })
    await shop.product({ tags: ['Desk'] })

    expect((await ask()).facets.map(({ key }) => key)).toEqual(['price'])
    expect(counts((await ask({ filters: { tag: ['gift'] } })).facets, 'tag')).toEqual({
      eco: 2,
      gift: 1,
      desk: 1,
    })
  })

  test('the category facet is one level below the listing, counting subtrees', async () => {
    await shop.product({ category: 'ceramics/mugs' })
    await shop.product({ category: 'ceramics/mugs/small' })
    await shop.product({ category: 'ceramics' })
    await shop.product({ category: 'textiles' })
    const ceramics = await shop.category('ceramics')

    expect(counts((await ask()).facets, 'category')).toEqual({ ceramics: 3, textiles: 1 })
    const below = await ask({ scope: { kind: 'category', id: ceramics } })
    expect(counts(below.facets, 'category')).toEqual({ mugs: 2 })
    const chosenDeep = await ask({ filters: { category: ['small'] } })
    expect(counts(chosenDeep.facets, 'category')).toEqual({ ceramics: 3, textiles: 1, small: 1 })
  })

  test('attributes that are not filterable are no facets, and options are sorted by position, then by count', async () => {
    await shop.product({ options: { colour: 'red' }, attributes: { care: 'wash' } })
    await shop.product({ options: { colour: 'blue' } })
    await shop.product({ options: { colour: 'blue' } })
    await shop.product({ options: { colour: 'green' } })
    await db.updateTable('attributes').set({ is_filterable: false }).where('code', '=', 'care').execute()
    await db.updateTable('attribute_values').set({ position: -1 }).where('value', '=', 'green').execute()

    const { facets } = await ask()

    expect(facets.map(({ key }) => key)).toEqual(['colour', 'price'])
    expect(facets[0]?.options?.map(({ value }) => value)).toEqual(['green', 'blue', 'red'])
  })

  test('a listing without products has no facets', async () => {
    expect(await ask()).toEqual({ productIds: [], total: 0, facets: [], didYouMean: null })
  })
})

describe('scopes', () => {
  test('a category has the products of its whole subtree, and none of a path that only shares its prefix', async () => {
    const own = await shop.product({ category: 'mug' })
    const below = await shop.product({ category: 'mug/small/tiny' })
    await shop.product({ category: 'mugs' })

    const answer = await ask({ scope: { kind: 'category', id: await shop.category('mug') } })

    expect(answer.productIds).toEqual(idsOf(own, below))
  })

  test('unpublished products are neither listed, counted nor found', async () => {
    await shop.product({
      name: 'Draft vase',
      brand: 'Kiln',
      category: 'vases',
      isPublished: false,
      sku: 'DRAFT',
    })
    const { variationIds } = await shop.product({ name: 'Vase without price' })
    await db.deleteFrom('prices').where('variation_id', 'in', variationIds).execute()
    await shop.product({ name: 'Vase without variations', variations: [] })
    await shop.product({ name: 'Vase of hidden variations', variations: [{ isPublished: false }] })

    expect(await ask()).toMatchObject({ total: 0, facets: [] })
    expect((await ask({ scope: { kind: 'search', query: 'vase' } })).total).toBe(0)
    expect((await ask({ scope: { kind: 'search', query: 'DRAFT' } })).total).toBe(0)
    const suggest = (query: string) => index.suggest({ channelId: shop.channel.id, query, limit: 6 })
    expect(await suggest('vase')).toMatchObject({ total: 0, categoryIds: [], completions: [] })
    expect(await suggest('kiln')).toMatchObject({ brandIds: [] })
  })

  test('a collection keeps its own order', async () => {
    const first = await shop.product({ collection: 'Summer' })
    const second = await shop.product({ collection: 'Summer' })
    await shop.product()
    const { id } = await db.selectFrom('collections').select('id').executeTakeFirstOrThrow()

    // The fixture gives later products earlier positions.
    expect((await ask({ scope: { kind: 'collection', id } })).productIds).toEqual(idsOf(second, first))
  })
})

describe('orders', () => {
  test.each([
    ['default', ['b', 'c', 'a']],
    ['newest', ['c', 'a', 'b']],
    ['price_asc', ['a', 'b', 'c']],
    ['price_desc', ['c', 'b', 'a']],
    ['best_selling', ['b', 'a', 'c']],
    ['rating', ['a', 'c', 'b']],
    ['discount', ['c', 'b', 'a']],
    ['name_asc', ['c', 'b', 'a']],
    ['origin_asc', ['b', 'a', 'c']],
  ] satisfies [Sort, string[]][])('%s', async (sort, expected) => {
    const made = {
      a: { name: 'éclair', position: 3, publishedAt: '2026-02-02', price: 100, sold: 5, rating: '4.50' },
      b: { name: 'Drum', position: 1, publishedAt: '2026-01-01', price: 200, mrp: 250, sold: 9 },
      c: {
        name: 'cup',
        position: 2,
        publishedAt: '2026-03-03',
        price: 300,
        mrp: 600,
        sold: 1,
        rating: '3.00',
      },
    }
    const byId = new Map<number, string>()
    for (const [letter, product] of Object.entries(made)) byId.set((await shop.product(product)).id, letter)

    // By the names Germany and Switzerland, not by the codes; without one last.
    const origins = new Map([
      ['a', 'CH'],
      ['b', 'DE'],
    ])
    for (const [product_id, letter] of byId) {
      const country_of_origin = origins.get(letter)
      if (country_of_origin)
        await db.insertInto('product_declarations').values({ product_id, country_of_origin }).execute()
    }

    const { productIds } = await ask({ sort })

    expect(productIds.map((id) => byId.get(id))).toEqual(expected)
  })

  test.each([
    'default',
    'newest',
    'price_asc',
    'price_desc',
    'best_selling',
    'rating',
    'discount',
    'name_asc',
    'origin_asc',
  ] as const)('paging %s through 250 equal products neither loses nor repeats one', async (sort) => {
    await manyEqualProducts(250)
    const seen: number[] = []
    for (let page = 1; page <= 11; page++) seen.push(...(await ask({ sort, page, perPage: 24 })).productIds)

    expect(seen).toHaveLength(250)
    expect(new Set(seen).size).toBe(250)
    expect((await ask({ sort, page: 12, perPage: 24 })).productIds).toEqual([])
    expect((await ask({ sort, page: 12, perPage: 24 })).total).toBe(250)
  })
})

/** Products that differ only in their ids. */
async function manyEqualProducts(howMany: number) {
  const ids = Array.from({ length: howMany }, (_, at) => at + 1)
  await db
    .insertInto('products')
    .values(
      ids.map((id) => ({
        id,
        slug: `p${id}`,
        name: 'Same',
        position: 1,
        published_at: new Date('2026-01-01'),
      })),
    )
    .execute()
  await db
    .insertInto('variations')
    .values(ids.map((id) => ({ id, product_id: id, sku: `S${id}`, is_default: true, stock: 5 })))
    .execute()
  await db
    .insertInto('prices')
    .values(
      ids.map((id) => ({
        variation_id: id,
        channel_id: shop.channel.id,
        selling_price: 10_000,
        mrp: 10_000,
      })),
    )
    .execute()
}
