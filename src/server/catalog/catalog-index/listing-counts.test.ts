import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facet, Filters } from '#contract/catalog.ts'
import { catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { bothIndexes } from './both-indexes.test-support.ts'

/** A product in the terms of the filter rules; prices in rupees. The first variation leads. */
type Piece = {
  brand: string
  material: string
  label: string
  price: number
  variations: { colour: string; size: string; stock: number }[]
}

const brands = ['kiln', 'loom', 'ochre']
const materials = ['clay', 'linen']
const labels = ['new', 'sale']
const colours = ['red', 'blue', 'sand']
const sizes = ['s', 'm', 'l']

const anyOf = (values: string[]) => fc.constantFrom(...values)
const piece: fc.Arbitrary<Piece> = fc.record({
  brand: anyOf(brands),
  material: anyOf(materials),
  label: anyOf(labels),
  price: fc.integer({ min: 1, max: 9 }),
  variations: fc.array(
    fc.record({ colour: anyOf(colours), size: anyOf(sizes), stock: fc.constantFrom(0, 3) }),
    { minLength: 1, maxLength: 4 },
  ),
})

const someOf = (values: string[]) => fc.uniqueArray(anyOf(values), { maxLength: 2 })
const choice = fc.record({
  brand: someOf(brands),
  label: someOf(labels),
  material: someOf(materials),
  colour: someOf(colours),
  size: someOf(sizes),
  max: fc.option(fc.integer({ min: 1, max: 9 })),
  inStock: fc.boolean(),
})
type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never
type Group = keyof Choice

const { db } = await testDatabase()

test('listings and facet counts equal a product-by-product evaluation for any filters', async () => {
  const pieces = fc.sample(piece, { numRuns: 40, seed: 20_261_121 })
  const shop = await catalogBuilder(db)
  for (const { brand, material, label, price, variations } of pieces)
    await shop.product({
      brand,
      price,
      attributes: { material },
      labels: [label],
      variations: variations.map(({ colour, size, stock }) => ({ options: { colour, size }, stock })),
    })
  const index = bothIndexes(db)
  const ask = (filters: Filters) =>
    index.listing({
      channelId: shop.channel.id,
      scope: { kind: 'shop' },
      filters,
      sort: 'default',
      page: 1,
      perPage: 96,
    })

  await fc.assert(
    fc.asyncProperty(choice, async (chosen) => {
      const { total, productIds, facets } = await ask(toFilters(chosen))

      const found = pieces.filter((one) => matches(one, chosen))
      expect({ total, listed: productIds.length }).toEqual({ total: found.length, listed: found.length })
      expect(countsIn(facets)).toEqual({
        brand: counted(pieces, chosen, 'brand', brands, (one, value) => one.brand === value),
        label: counted(pieces, chosen, 'label', labels, (one, value) => one.label === value),
        material: counted(pieces, chosen, 'material', materials, (one, value) => one.material === value),
        colour: counted(pieces, chosen, 'colour', colours, (one, value, { size, inStock }) =>
          one.variations.some(
            (v) => v.colour === value && isOneOf(v.size, size) && (!inStock || v.stock > 0),
          ),
        ),
        size: counted(pieces, chosen, 'size', sizes, (one, value, { colour, inStock }) =>
          one.variations.some(
            (v) => v.size === value && isOneOf(v.colour, colour) && (!inStock || v.stock > 0),
          ),
        ),
      })
      const prices = pieces
        .filter((one) => matches(one, without(chosen, 'max')))
        .map(({ price }) => price * 100)
      const range = facets.find(({ key }) => key === 'price')
      expect([range?.min, range?.max]).toEqual(
        prices.length === 0 ? [undefined, undefined] : [Math.min(...prices), Math.max(...prices)],
      )
    }),
    { numRuns: 60, seed: 7 },
  )
})

const isOneOf = (value: string, values: string[]) => values.length === 0 || values.includes(value)

const matches = (one: Piece, chosen: Choice) =>
  isOneOf(one.brand, chosen.brand) &&
  isOneOf(one.label, chosen.label) &&
  isOneOf(one.material, chosen.material) &&
  (chosen.max === null || one.price <= chosen.max) &&
  one.variations.some(
    ({ colour, size, stock }) =>
      isOneOf(colour, chosen.colour) && isOneOf(size, chosen.size) && (!chosen.inStock || stock > 0),
  )

const without = (chosen: Choice, group: Group): Choice => ({
  ...chosen,
  [group]: group === 'max' ? null : [],
})

/**
 * Counts of a facet's values without its own choice. The count is 0 for a value that only appears in the scope or is
 * chosen.
 */
function counted(
  pieces: Piece[],
  chosen: Choice,
  group: 'brand' | 'label' | 'material' | 'colour' | 'size',
  values: string[],
  has: (one: Piece, value: string, chosen: Choice) => boolean,
) {
  const others = pieces.filter((one) => matches(one, without(chosen, group)))
  const counts = values.map(
    (value) => [value, others.filter((one) => has(one, value, chosen)).length] as const,
  )
  const isThere = (value: string) => pieces.some((one) => has(one, value, nothingChosen))
  return Object.fromEntries(counts.filter(([value]) => isThere(value) || chosen[group].includes(value)))
}

const nothingChosen: Choice = {
  ...{ brand: [], label: [], material: [], colour: [], size: [] },
  ...{ max: null, inStock: false },
}

const countsIn = (facets: Facet[]) => ({
  ...{ brand: {}, label: {}, material: {}, colour: {}, size: {} },
  ...Object.fromEntries(
    facets.flatMap(({ key, options }) =>
      options ? [[key, Object.fromEntries(options.map(({ value, count }) => [value, count]))]] : [],
    ),
  ),
})

const toFilters = ({ brand, label, material, colour, size, max, inStock }: Choice): Filters => ({
  brand,
  label,
  attribute: { material },
  variable_attribute: { colour, size },
  ...(max === null ? {} : { price: { max: max * 100 } }),
  ...(inStock ? { availability: 'in_stock' } : {}),
})
