import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Customisation } from '#contract/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { readDemoFiles } from './demo-files.ts'
import { seedDemoShop } from './seed-demo-shop.ts'
import { storeDemoImages } from './store-demo-images.ts'

const { db } = await testDatabase()
const other = await testDatabase()
const { catalog, content, images } = await readDemoFiles()
const [first, second] = await Promise.all([seedDemoShop(db), seedDemoShop(db)])

const count = async (what: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(what)}`.execute(db)
  return rows[0]?.n
}

/** Every row of every table as text, to detect any change. */
async function everything() {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const all: Record<string, unknown> = {}
  for (const { name } of tables)
    all[name] = (await sql`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)).rows
  return all
}

test('two processes that start at once seed one shop', async () => {
  expect([first, second].toSorted()).toEqual(['present', 'seeded'])
  expect(await count('channels')).toBe(1)
})

test('seeding again changes no row', async () => {
  const before = await everything()
  expect(await seedDemoShop(db)).toBe('present')
  expect(await everything()).toEqual(before)
})

test('the demo is not seeded into another shop', async () => {
  await seedDemoShop(other.db)
  await other.db.deleteFrom('settings').where('key', '=', 'demo_seeded').execute()
  const steps: string[] = []
  expect(await seedDemoShop(other.db, { onProgress: (step) => steps.push(step) })).toBe('other-shop')
  expect(steps).toEqual([])
})

test('the seed imports everything in the files', async () => {
  const { products, collections } = catalog
  const variations = products.reduce((sum, product) => sum + (product.variations.length || 1), 0)
  expect(await count('products')).toBe(72)
  expect(await count('products where not is_published')).toBe(2)
  expect(variations).toBe(164)
  expect(await count('variations')).toBe(variations)
  expect(await count('prices')).toBe(variations)
  expect(await count('variations where is_default')).toBe(72)
  expect(await count('images')).toBe(Object.keys(images).length)
  expect(await count("images where alt = ''")).toBe(0)
  expect(await count('categories')).toBe(23)
  expect(await count('brands')).toBe(catalog.brands.length)
  expect(await count('tags')).toBe(catalog.tags.length)
  expect(await count('collection_products')).toBe(
    collections.reduce((sum, collection) => sum + collection.products.length, 0),
  )
  expect(await count('related_products')).toBe(products.reduce((sum, { related }) => sum + related.length, 0))
  expect(await count('attribute_values')).toBe(75)
  expect(await count('pincodes')).toBe(content.pincodes.length + 1)
  expect(await count('products where hsn_code is null')).toBe(0)
  expect(await count('coupons')).toBe(content.coupons.length)
  expect(await count('promotions')).toBe(content.promotions.length)
  expect(await count('price_list_items')).toBe(content.price_lists.flatMap(({ items }) => items).length)
})

test('the demo shop has the tax number and the state that its invoices need', async () => {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['store_tax_no', 'store_state'])
    .orderBy('key')
    .execute()

  expect(rows).toEqual([
    { key: 'store_state', value: 'Maharashtra' },
    // 27 is the code of Maharashtra.
    { key: 'store_tax_no', value: '27AABCK4821M1ZD' },
  ])
})

test('seeded prices and stock match the files, in paise', async () => {
  const mug = await db
    .selectFrom('variations')
    .innerJoin('prices', 'prices.variation_id', 'variations.id')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['title', 'stock', 'selling_price', 'mrp', 'is_default', 'weight_g', 'products.slug'])
    .where('sku', '=', 'KL-MG-101-1')
    .executeTakeFirstOrThrow()
  expect(mug).toEqual({
    title: 'Terra',
    stock: 4,
    selling_price: 74_900,
    mrp: 89_900,
    is_default: true,
    weight_g: 380,
    slug: 'banyan-fan-mug',
  })
  const { rows } = await sql<{
    total: number
  }>`select sum(selling_price)::bigint as total from prices`.execute(db)
  const sold = catalog.products.flatMap(({ variations, selling_price }) =>
    variations.length > 0 ? variations.map((variation) => variation.selling_price) : [selling_price],
  )
  expect(rows[0]?.total).toBe(sold.reduce((sum, price) => sum + price, 0))
})

test('every variation has an image: its own, or that of one that differs only in size', async () => {
  const { rows } = await sql`
    select v.sku from variations v where not exists (
      select from product_images pi where pi.product_id = v.product_id and not exists (
        select from variation_options mine
        join attributes a on a.id = mine.attribute_id and a.code <> 'size'
        left join variation_options its
          on its.variation_id = pi.variation_id and its.attribute_id = mine.attribute_id
        where mine.variation_id = v.id and its.value_id is distinct from mine.value_id
      )
    )`.execute(db)
  expect(rows).toEqual([])
  // The gallery shows no image twice.
  expect(await count('(select distinct product_id, image_id from product_images) one')).toBe(
    await count('product_images'),
  )
})

test('a category has its full path, and a product’s tax class follows from it', async () => {
  const rows = await db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .innerJoin('tax_rates', 'tax_rates.tax_class', 'products.tax_class')
    .select(['path', 'rate_bp'])
    .distinct()
    .orderBy('path')
    .execute()
  expect(Object.fromEntries(rows.map(({ path, rate_bp }) => [path, rate_bp]))).toMatchObject({
    'ceramics/mugs': 500,
    'textiles/cushions': 500,
    'light/table-lamps': 1_800,
    'wall/art-prints': 1_800,
    'home/candles': 1_800,
  })
  expect(rows).toHaveLength(17)
})

test('customisable products match the contract’s shape and cannot be returned', async () => {
  const rows = await db
    .selectFrom('products')
    .select(['slug', 'customisation', 'return_days'])
    .where('customisation', 'is not', null)
    .orderBy('id')
    .execute()
  expect(rows.map(({ slug }) => slug)).toEqual([
    'your-words-mug',
    'your-picture-tote',
    'linen-journal-with-initials',
  ])
  for (const { customisation, return_days } of rows) {
    expect(Customisation.safeParse(customisation).error).toBeUndefined()
    expect(return_days).toBe(0)
  }
  expect(rows[0]?.customisation).toMatchObject({ text: { enabled: true, max_length: 24, required: true } })
})

test('descriptions are escaped HTML', async () => {
  const { rows } = await sql<{ html: string }>`select description_html as html from products`.execute(db)
  for (const { html } of rows) expect(html).toMatch(/^(<p>[^<>]+<\/p>)+$/)
})

test('every internal link in the content uses the full path', async () => {
  const { rows } = await sql<{ url: string }>`
    select url from menu_items where url like '/product-category/%'`.execute(db)
  const paths = (await db.selectFrom('categories').select('path').execute()).map(({ path }) => path)
  expect(rows.length).toBeGreaterThan(20)
  for (const { url } of rows) expect(paths).toContain(url.slice('/product-category/'.length))
})

test('the seed offers only payment methods with a gateway: test payment, cash on delivery, bank transfer', async () => {
  expect(
    await db
      .selectFrom('payment_methods')
      .select(['code', 'max_order', 'needs_cod_pincode'])
      .orderBy('sort_order')
      .execute(),
  ).toEqual([
    { code: 'test_gateway', max_order: null, needs_cod_pincode: false },
    { code: 'cod', max_order: 1_000_000, needs_cod_pincode: true },
    { code: 'bank_transfer', max_order: null, needs_cod_pincode: false },
  ])
})

test('a pincode belongs to its state', async () => {
  const rows = await db
    .selectFrom('pincodes')
    .innerJoin('states', 'states.id', 'pincodes.state_id')
    .select(['prefix', 'states.name'])
    .where('prefix', 'in', ['560', '411', '744'])
    .orderBy('prefix')
    .execute()
  expect(rows).toEqual([
    { prefix: '411', name: 'Maharashtra' },
    { prefix: '560', name: 'Karnataka' },
    { prefix: '744', name: 'Andaman and Nicobar Islands' },
  ])
})

test('rows added later get new ids', async () => {
  const brand = await db
    .insertInto('brands')
    .values({ name: 'New', slug: 'new-brand' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(brand.id).toBeGreaterThan(Math.max(...catalog.brands.map(({ id }) => id)))
  await db.deleteFrom('brands').where('id', '=', brand.id).execute()
})

test('missing images are stored in full, and existing ones are preserved', async () => {
  const mediaDir = await mkdtemp(join(tmpdir(), 'vitrine media '))
  onTestFinished(() => rm(mediaDir, { recursive: true }))
  const placed = await storeDemoImages(createDiskStorage(mediaDir))
  // With two videos and the icons of the shop: one drawing, and pictures for browsers, phones and the installed shop.
  expect(placed).toBe(Object.keys(images).length + 2 + 5)

  const own = join(mediaDir, 'kiln', 'moon-vase--sky.avif')
  await writeFile(own, 'mine')
  await rm(join(mediaDir, 'kiln', 'favicon.svg'))
  expect(await storeDemoImages(createDiskStorage(mediaDir))).toBe(1)
  expect((await stat(own)).size).toBe(4)
  expect((await readdir(join(mediaDir, 'kiln'))).filter((file) => file.includes('.part-'))).toEqual([])
})
