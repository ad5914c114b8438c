import type pg from 'pg'
import { type MadeProduct, makeProduct, type ShopSize } from './make-product.ts'
import { randomOf } from './random.ts'
import * as words from './shop-words.ts'

const productsAtOnce = 5_000

/** What grows with a shop, and what hardly does. */
export const sizeOfShop = (products: number): ShopSize => ({
  products,
  brands: Math.min(1_000, Math.max(20, Math.round(products / 100))),
  categories: 12 * 6 * 4,
  tags: 80,
})

/**
 * Fills an empty, migrated database with products made of a seed: the same shop for the same seed and number.
 * @param client of a superuser: foreign keys are not looked up for rows that are right by construction
 */
export async function fillShop(client: pg.Client, { products, seed }: { products: number; seed: number }) {
  const random = randomOf(seed)
  const size = sizeOfShop(products)
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  await insertShop(client, size)
  let variationId = 1
  for (let from = 0; from < products; from += productsAtOnce) {
    const made = Array.from({ length: Math.min(productsAtOnce, products - from) }, (_, at) => ({
      id: from + at + 1,
      product: makeProduct(random, from + at + 1, size),
    }))
    await insertProducts(client, made)
    variationId = await insertVariations(client, made, variationId)
  }
  await insertCollections(client, products)
  await client.query('analyze')
}

/** Value ids by attribute: colour 1…, size 101…, material 201…, and so on. */
const valueId = (attribute: number, value: number) => attribute * 100 + value + 1
const attributes = [
  ['colour', words.colours],
  ['size', words.sizes],
  ['material', words.materials],
  ['pattern', words.patterns],
  ['room', words.rooms],
  ['care', words.cares],
  ['finish', words.finishes],
] as const

async function insertShop(client: pg.Client, { brands, categories, tags }: ShopSize) {
  const random = randomOf(1)
  await client.query(`
    insert into countries values (101, 'India', 'IN', '+91', 10, 'INR', 'Pincode', '^[1-9][0-9]{5}$');
    insert into channels (id, code, name, is_default, country_id, currency, currency_symbol, currency_decimals, locale)
      overriding system value values (1, 'india', 'India', true, 101, 'INR', '₹', 2, 'en-IN')`)
  const brandNames = Array.from({ length: brands }, (_, at) => `${words.coinedWord(random, 3)} ${at + 1}`)
  await insertNamed(client, 'brands', brandNames)
  await insertNamed(client, 'labels', words.labels)
  await insertNamed(
    client,
    'tags',
    Array.from({ length: tags }, () => `${words.coinedWord(random, 2)} ${random.anyOf(words.motifs)}`),
  )
  const tree = categoryTree(categories)
  await client.query(
    `insert into categories (id, parent_id, name, slug, path, position)
      select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[])`,
    [
      tree.map(({ id }) => id),
      tree.map(({ parent }) => parent),
      tree.map(({ slug }) => slug.replaceAll('-', ' ')),
      tree.map(({ slug }) => slug),
      tree.map(({ path }) => path),
      tree.map((_, at) => at),
    ],
  )
  for (const [at, [code, values]] of attributes.entries()) {
    const isVariable = code === 'colour' || code === 'size'
    await client.query(
      `insert into attributes (id, code, label, display, is_variable, position) values ($1, $2, $2, $3, $4, $5)`,
      [at + 1, code, code === 'colour' ? 'swatch' : 'button', isVariable, at],
    )
    await client.query(
      `insert into attribute_values (id, attribute_id, value, label)
        select id, $2, value, value from unnest($1::int[], $3::text[]) as v(id, value)`,
      [values.map((_, value) => valueId(at, value)), at + 1, values],
    )
  }
}

const insertNamed = (client: pg.Client, table: 'brands' | 'labels' | 'tags', names: readonly string[]) =>
  client.query(
    `insert into ${table} (id, name, slug)
      select id, name, translate(lower(name), ' ', '-') || '-' || id from unnest($1::int[], $2::text[]) as n(id, name)`,
    [names.map((_, at) => at + 1), names],
  )

/** Three levels; products are in the lowest, whose ids come first. */
function categoryTree(leaves: number) {
  const tops = Array.from({ length: leaves / 24 }, (_, at) => ({
    id: 10_000 + at,
    parent: null,
    slug: `${words.rooms[at % words.rooms.length]}-${at}`,
    path: `${words.rooms[at % words.rooms.length]}-${at}`,
  }))
  const middles = Array.from({ length: leaves / 4 }, (_, at) => {
    const top = tops[Math.floor(at / 6)]!
    const slug = `${words.nouns[at % words.nouns.length]}-${at}`
    return { id: 20_000 + at, parent: top.id, slug, path: `${top.path}/${slug}` }
  })
  const lowest = Array.from({ length: leaves }, (_, at) => {
    const middle = middles[Math.floor(at / 4)]!
    const slug = `${words.motifs[at % words.motifs.length]}-${words.nouns[(at * 7) % words.nouns.length]}-${at}`
    return { id: at + 1, parent: middle.id, slug, path: `${middle.path}/${slug}` }
  })
  return [...tops, ...middles, ...lowest]
}

type Numbered = { id: number; product: MadeProduct }

async function insertProducts(client: pg.Client, made: Numbered[]) {
  const column = <Value>(of: (one: Numbered) => Value) => made.map(of)
  await client.query(
    `insert into products (id, slug, name, brand_id, category_id, short_description, description_html, is_published,
        published_at, rating_average, rating_count, sold_count, position)
      select id, 'p-' || id, name, brand, category, short, long, is_published,
        timestamptz '2026-01-01' - make_interval(days => age, secs => id % 86400), rating / 100.0, coalesce(rating, 0) % 90, sold, position
      from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::bool[], $8::int[], $9::int[],
        $10::int[], $11::int[]) as p(id, name, brand, category, short, long, is_published, age, rating, sold, position)`,
    [
      column(({ id }) => id),
      column(({ product }) => product.name),
      column(({ product }) => product.brand + 1),
      column(({ product }) => product.category + 1),
      column(({ product }) => product.shortDescription),
      column(({ product }) => product.description),
      column(({ product }) => product.isPublished),
      column(({ product }) => product.age),
      column(({ product }) => product.rating ?? null),
      column(({ product }) => product.sold),
      column(({ product }) => product.position),
    ],
  )
  const pairs = async (table: string, other: string, of: (product: MadeProduct) => number[]) => {
    const rows = made.flatMap(({ id, product }) => of(product).map((otherId) => [id, otherId]))
    await client.query(
      `insert into ${table} (product_id, ${other}) select * from unnest($1::int[], $2::int[])`,
      [rows.map(([id]) => id), rows.map(([, otherId]) => otherId)],
    )
  }
  await pairs('product_labels', 'label_id', ({ labels }) => labels.map((label) => label + 1))
  await pairs('product_tags', 'tag_id', ({ tags }) => tags.map((tag) => tag + 1))
  await pairs('product_attributes', 'value_id', ({ attributes: values }) =>
    values.flatMap((value, at) => (value === undefined ? [] : valueId(at + 2, value))),
  )
}

/** @returns the next free id */
async function insertVariations(client: pg.Client, made: Numbered[], firstId: number): Promise<number> {
  const rows = made.flatMap(({ id, product }) =>
    product.variations.map((variation, position) => ({ productId: id, position, ...variation })),
  )
  const ids = rows.map((_, at) => firstId + at)
  await client.query(
    `insert into variations (id, product_id, sku, is_default, position, stock)
      select id, product_id, sku, position = 0, position, stock
      from unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::int[]) as v(id, product_id, sku, position, stock)`,
    [
      ids,
      rows.map(({ productId }) => productId),
      rows.map(({ sku }) => sku),
      rows.map(({ position }) => position),
      rows.map(({ stock }) => stock),
    ],
  )
  await client.query(
    `insert into prices (variation_id, channel_id, selling_price, mrp)
      select id, 1, price, mrp from unnest($1::int[], $2::int[], $3::int[]) as p(id, price, mrp)`,
    [ids, rows.map(({ price }) => price), rows.map(({ mrp }) => mrp)],
  )
  const options = rows.flatMap(({ colour, size }, at) => [
    [ids[at], 1, valueId(0, colour)],
    ...(size === undefined ? [] : [[ids[at], 2, valueId(1, size)]]),
  ])
  await client.query(
    `insert into variation_options (variation_id, attribute_id, value_id)
      select * from unnest($1::int[], $2::int[], $3::int[])`,
    [0, 1, 2].map((column) => options.map((option) => option[column])),
  )
  return firstId + rows.length
}

/** Twenty collections of up to 500 products each. */
async function insertCollections(client: pg.Client, products: number) {
  await client.query(
    `insert into collections (id, name, slug) select n, 'Collection ' || n, 'collection-' || n from generate_series(1, 20) n`,
  )
  await client.query(
    `insert into collection_products (collection_id, product_id, position)
      select n, (n * 7919 + at * 104729) % $1::bigint + 1, at from generate_series(1, 20) n, generate_series(1, $2::int) at
      on conflict do nothing`,
    [products, Math.min(500, Math.ceil(products / 10))],
  )
}
