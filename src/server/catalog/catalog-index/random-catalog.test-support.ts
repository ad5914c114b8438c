import fc from 'fast-check'
import { sql } from 'kysely'
import { type Filters, type Sort, sorts } from '#contract/catalog.ts'
import type { CatalogBuilder } from '#harness/catalog.ts'
import type { Scope } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

const brands = ['Kiln', 'Loom & Co', 'Ochré']
const categories = [
  'ceramics',
  'ceramics/mugs',
  'ceramics/mugs/small',
  'ceramics-old',
  'textiles',
  'textiles/moon',
]
const labels = ['New', 'Sale', 'Last']
const tags = ['Gift', 'Moon set', 'Eco']
const materials = ['clay', 'linen', 'brass']
const cares = ['wash', 'dry']
const fabrics = ['linen', 'silk', 'wool']
const colours = ['red', 'blue', 'sand']
const sizes = ['s', 'm', 'l']
const origins = ['IN', 'DE', 'CN']
const collections = ['Summer', 'Winter']
const words = [
  'moon',
  'Vase',
  'mug',
  'Crème',
  'terra',
  'bowl',
  'नीला',
  '花瓶',
  'ガラスの器',
  'Straße',
  '100%',
  'lamp',
]

const anyOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const someOf = (values: readonly string[]) => fc.uniqueArray(anyOf(values), { maxLength: 2 })
const textOf = (maxLength: number) =>
  fc.array(anyOf(words), { minLength: 1, maxLength }).map((chosen) => chosen.join(' '))

const variation = fc.record({
  options: fc.record({ colour: anyOf(colours), size: anyOf(sizes) }, { requiredKeys: [] }),
  price: fc.integer({ min: 0, max: 9 }),
  off: fc.integer({ min: 0, max: 9 }),
  stock: anyOf([0, 0, 3]),
  tracksStock: anyOf([true, true, true, false]),
  isPublished: anyOf([true, true, true, false]),
  isPriced: anyOf([true, true, true, false]),
  otherPrice: maybe(fc.integer({ min: 0, max: 9 })),
})

const product = fc.record({
  name: textOf(3),
  description: maybe(textOf(4).map((text) => `<p>${text} <b>x</b></p>`)),
  brand: maybe(anyOf(brands)),
  category: maybe(anyOf(categories)),
  labels: someOf(labels),
  tags: someOf(tags),
  attributes: fc.record({ material: anyOf(materials), care: anyOf(cares) }, { requiredKeys: [] }),
  fields: fc.record({ fabric: someOf(fabrics), handmade: fc.boolean() }, { requiredKeys: [] }),
  collection: maybe(anyOf(collections)),
  origin: maybe(anyOf(origins)),
  position: fc.integer({ min: -1, max: 2 }),
  publishedAt: anyOf(['2026-01-01', '2026-01-02', '2026-01-02T00:00:00.000001Z']),
  sold: fc.integer({ min: 0, max: 2 }),
  rating: maybe(anyOf(['4.50', '3.00', '0.00'])),
  isPublished: anyOf([true, true, true, true, false]),
  variations: fc.array(variation, { maxLength: 4 }),
})
export type RandomProduct = typeof product extends fc.Arbitrary<infer Value> ? Value : never
export { product as randomProduct }

/** Adds the product, priced in rupees in the shop's channel and perhaps in the other one. */
export async function addProduct(db: Db, shop: CatalogBuilder, given: RandomProduct, otherChannel: number) {
  const { brand, category, collection, description, rating, variations, fields, origin, ...plain } = given
  const made = await shop.product({
    ...plain,
    ...(brand === undefined ? {} : { brand }),
    ...(category === undefined ? {} : { category }),
    ...(collection === undefined ? {} : { collection }),
    ...(description === undefined ? {} : { description }),
    ...(rating === undefined ? {} : { rating }),
    slug: anotherName('p'),
    variations: variations.map(({ off, isPriced: _p, otherPrice: _o, options, ...one }) => ({
      ...one,
      sku: anotherName('SKU'),
      mrp: one.price + off,
      options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    })),
  })
  const custom = json(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
  await db.updateTable('products').set({ custom }).where('id', '=', made.id).execute()
  if (origin)
    await db
      .insertInto('product_declarations')
      .values({ product_id: made.id, country_of_origin: origin })
      .execute()
  for (const [at, { isPriced, otherPrice }] of variations.entries()) {
    const variation_id = made.variationIds[at]!
    if (!isPriced) await db.deleteFrom('prices').where('variation_id', '=', variation_id).execute()
    if (otherPrice !== undefined)
      await db
        .insertInto('prices')
        .values({ variation_id, channel_id: otherChannel, selling_price: otherPrice, mrp: otherPrice + 1 })
        .execute()
  }
  return made
}
/** Two custom fields that are filters, and one of the same choices that is not. */
export async function addFields(db: Db) {
  const fields = await db
    .insertInto('custom_fields')
    .values([
      {
        owner: 'product',
        key: 'fabric',
        label: 'Fabric',
        type: 'choice',
        is_several: true,
        is_filterable: true,
      },
      { owner: 'product', key: 'handmade', label: 'Handmade', type: 'boolean', is_filterable: true },
      { owner: 'variation', key: 'fabric', label: 'Fabric', type: 'choice', is_filterable: false },
    ])
    .returning(['id', 'type'])
    .execute()
  const choices = { choice: fabrics, boolean: ['true', 'false'] }
  await db
    .insertInto('custom_field_choices')
    .values(
      fields.flatMap(({ id, type }) =>
        (type === 'boolean' ? choices.boolean : choices.choice).map((value, position) => ({
          ...{ field_id: id, value, label: `The ${value}`, position },
        })),
      ),
    )
    .execute()
}
let names = 0
function anotherName(start: string) {
  names += 1
  return `${start}-${names}`
}

type RandomScope = {
  kind: Scope['kind']
  which: number
  query: string
  alternatives: string[]
  pinned: number[]
  order: Exclude<Sort, 'relevance'> | undefined
}

const scope: fc.Arbitrary<RandomScope> = fc.record({
  alternatives: fc.array(fc.oneof(textOf(2), anyOf(['SKU-12', 'gift', '%'])), { maxLength: 2 }),
  pinned: fc.uniqueArray(fc.nat(45), { maxLength: 3 }),
  kind: anyOf(['shop', 'shop', 'category', 'collection', 'search', 'search'] as const),
  which: fc.nat(5),
  order: maybe(anyOf(sorts)),
  query: fc.oneof(
    textOf(2),
    textOf(1).map((word) => word.slice(0, 2)),
    anyOf([
      'creme',
      'strasse',
      'sku-3',
      'SKU-12',
      'KILN mug',
      'gift',
      'red',
      'sand moon',
      '',
      '%',
      'moo vas',
      'mooon',
      'bowll mug',
      'नील',
    ]),
  ),
})

const filters: fc.Arbitrary<Filters> = fc
  .record({
    brand: maybe(someOf(['kiln', 'loom-co', 'ochr-', 'nobody'])),
    category: maybe(someOf(['ceramics', 'ceramics/mugs', 'small', 'textiles'])),
    label: maybe(someOf(['new', 'sale', 'last'])),
    tag: maybe(someOf(['gift', 'eco'])),
    rating: maybe(someOf(['1', '3', '4', '9'])),
    country_of_origin: maybe(someOf(['in', 'de', 'zz'])),
    attribute: maybe(
      fc.record(
        {
          material: someOf(materials),
          care: someOf(cares),
          'field--fabric': someOf(fabrics),
          'field--handmade': someOf(['true', 'false']),
        },
        { requiredKeys: [] },
      ),
    ),
    variable_attribute: maybe(
      fc.record(
        { colour: someOf(colours), size: someOf(sizes), weight: someOf(['1kg']) },
        { requiredKeys: [] },
      ),
    ),
    price: maybe(
      fc
        .record(
          { min: fc.integer({ min: 0, max: 400 }), max: fc.integer({ min: 300, max: 900 }) },
          { requiredKeys: [] },
        )
        .map((range) => present(range)),
    ),
    availability: maybe(fc.constant('in_stock' as const)),
  })
  // Two or three choices at a time; more would rarely find anything.
  .chain((all) =>
    fc
      .uniqueArray(anyOf(Object.keys(all)), { maxLength: 3 })
      .map((keys) => present(Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key))))),
  )

/** Drops undefined fields, as JSON does. */
const present = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Given>

const sort: fc.Arbitrary<Sort> = anyOf([
  'default',
  'newest',
  'price_asc',
  'price_desc',
  'best_selling',
  'rating',
  'discount',
  'name_asc',
  'origin_asc',
  'relevance',
])

export const randomQuestion = fc.record({
  scope,
  filters,
  sort,
  page: anyOf([1, 1, 2, 3]),
  perPage: anyOf([1, 4, 96]),
  isOtherChannel: anyOf([false, false, true]),
})
export type RandomQuestion = typeof randomQuestion extends fc.Arbitrary<infer Value> ? Value : never

/** The scope of a question, with ids of the shop. */
export async function scopeOf(
  db: Db,
  { scope: { kind, which, query, alternatives, pinned, order } }: RandomQuestion,
): Promise<Scope> {
  if (kind === 'shop') return { kind }
  if (kind === 'search') {
    const { rows } = await sql<{ id: number }>`select id from products order by id`.execute(db)
    return { kind, query, alternatives, pinned: pinned.flatMap((at) => rows[at]?.id ?? []) }
  }
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(kind === 'category' ? 'categories' : 'collections')} order by id`.execute(db)
  const id = rows[which % Math.max(1, rows.length)]?.id ?? 0
  return kind === 'collection' && order ? { kind, id, order } : { kind, id }
}
