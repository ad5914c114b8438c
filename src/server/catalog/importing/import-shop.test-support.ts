import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { exportShopify } from './export-shopify.ts'
import { type ImportReport, importProducts } from './import-products.ts'
import type { Problem } from './product-draft.ts'

export type Imported = ImportReport & { refused: Problem[]; notes: Problem[] }

/** A shop with a channel and no products, a folder for files and one for media; removed after the file's tests. */
export async function importShop() {
  const database = await testDatabase()
  const { db } = database
  await insertChannel(db)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-import-test-'))
  const mediaDir = join(folder, 'media')
  const files = createDiskStorage(mediaDir)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const importFile = (file: string, options: { isDryRun?: boolean } = {}) =>
    importInto(db, { file, files, storeUrl: 'https://shop.example', isDryRun: options.isDryRun ?? false })
  return {
    db,
    database,
    folder,
    mediaDir,
    files,
    importFile,
    importFixture: (name: string, options?: { isDryRun?: boolean }) =>
      importFile(join(import.meta.dirname, 'fixtures', name), options),
    /** Writes the text into a file of the folder and imports it. */
    async importText(text: string | Buffer, options?: { isDryRun?: boolean }) {
      const file = join(folder, 'products.csv')
      await writeFile(file, text)
      return importFile(file, options)
    },
    exportText: () => exportText(db),
  }
}

export async function importInto(
  db: Db,
  request: { plugins?: HookRunner; file: string; files: FileStorage; storeUrl: string; isDryRun: boolean },
): Promise<Imported> {
  const problems: Problem[] = []
  const report = await importProducts({
    db,
    plugins: noPlugins,
    ...request,
    onProblem: (problem) => problems.push(problem),
  })
  return {
    ...report,
    refused: problems.filter(({ kind }) => kind === 'refused'),
    notes: problems.filter(({ kind }) => kind === 'warning'),
  }
}

export async function exportText(db: Db, storeUrl = 'https://shop.example') {
  let text = ''
  for await (const piece of exportShopify({ db, storeUrl })) text += piece
  return text
}

async function insertChannel(db: Db) {
  await db
    .insertInto('countries')
    .values({
      id: 101,
      name: 'India',
      code: 'IN',
      mobile_code: '+91',
      mobile_number_length: 10,
      currency: 'INR',
      postcode_label: 'Pincode',
      postcode_pattern: '^[1-9][0-9]{5}$',
    })
    .execute()
  await db
    .insertInto('channels')
    .values({
      id: 1,
      code: 'in',
      name: 'India',
      is_default: true,
      country_id: 101,
      currency: 'INR',
      currency_symbol: '₹',
      currency_decimals: 2,
      locale: 'en-IN',
    })
    .execute()
}

/** All rows an import may change, to compare before and after. */
export async function everything(db: Db) {
  const tables = [
    ...([
      'products',
      'variations',
      'prices',
      'variation_options',
      'product_tags',
      'product_attributes',
    ] as const),
    ...(['collection_products', 'product_images', 'images', 'brands', 'categories', 'collections'] as const),
    ...(['tags', 'attributes', 'attribute_values', 'change_log'] as const),
  ]
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute()
    all[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}

/** A product with its relations, for assertions. */
export async function readProduct(db: Db, slug: string) {
  const product = await db
    .selectFrom('products as p')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .selectAll('p')
    .select(['b.name as brand', 'c.path as category'])
    .where('p.slug', '=', slug)
    .executeTakeFirstOrThrow()
  const variations = await db
    .selectFrom('variations as v')
    .leftJoin('prices as r', 'r.variation_id', 'v.id')
    .selectAll('v')
    .select(['r.selling_price', 'r.mrp'])
    .where('v.product_id', '=', product.id)
    .orderBy('v.position')
    .execute()
  const images = await db
    .selectFrom('product_images as i')
    .leftJoin('variations as v', 'v.id', 'i.variation_id')
    .leftJoin('images as m', 'm.id', 'i.image_id')
    .select(['i.source_url', 'i.alt', 'i.position', 'v.sku', 'm.path', 'm.width'])
    .where('i.product_id', '=', product.id)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  const tags = await db
    .selectFrom('product_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .select('t.name')
    .where('pt.product_id', '=', product.id)
    .orderBy('t.name')
    .execute()
  return { ...product, variations, images, tags: tags.map(({ name }) => name) }
}
