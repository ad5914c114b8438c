import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { makeProduct } from '#harness/products.ts'
import { problemsOfSection } from '#sections/section-loaders.ts'
import { switchPriceLists } from '#server/catalog/price-lists/switch-price-lists.ts'
import { adjustStock } from '#server/catalog/products/editing/adjust-stock.ts'
import { changeProducts } from '#server/catalog/products/editing/change-products.ts'
import { startBatch } from '#server/catalog/products/editing/product-batches.ts'
import { publishDueProducts } from '#server/catalog/products/editing/publish-due-products.ts'
import { refreshCollections } from '#server/catalog/products/editing/refresh-collections.ts'
import { setArchived, setPublished } from '#server/catalog/products/editing/set-published.ts'
import { restock } from '#server/catalog/stock/change-level.ts'
import { reserveStock } from '#server/catalog/stock/reserve-stock.ts'
import { setStockRules } from '#server/catalog/stock/set-stock-rules.ts'
import { readChannelValues, updateChannel } from '#server/commerce/checkout/editing/manage-channels.ts'
import { readPaymentMethod, updatePaymentMethod } from '#server/commerce/checkout/editing/payment-methods.ts'
import { publishDuePosts } from '#server/content/blog/publish-due-posts.ts'
import { addPage, deletePage } from '#server/content/pages/editing/add-page.ts'
import { publishPage } from '#server/content/pages/editing/publish-page.ts'
import { saveDraft } from '#server/content/pages/editing/save-draft.ts'
import { readEditablePage } from '#server/content/pages/read-editable-page.ts'
import { addRedirects, removeRedirect } from '#server/content/redirects/editing/write-redirect.ts'
import { writeConfigurationValues } from '#server/content/storefront/configuration.ts'
import { openDueStores } from '#server/content/storefront/editing/open-store.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { importPincodes } from '#server/shop/settings/editing/import-pincodes.ts'
import { writeSettings } from '#server/shop/settings/editing/write-settings.ts'
import { addPicture } from '#server/shop/uploads/add-picture.ts'
import { listVideo } from '#server/shop/uploads/add-video.ts'
import { replacePicture } from '#server/shop/uploads/manage-picture.ts'
import { removeVideo, renameVideo, setVideoCaptions } from '#server/shop/uploads/manage-video.ts'
import { ProductValues } from '../src/contract/admin/catalog/products.ts'
import { writePictures } from '../src/plugins/gallery/write-pictures.server.ts'
import { installedPlugins } from '../src/plugins/installed.server.ts'
import { publishReview, rejectReview, replyToReview } from '../src/plugins/review/moderate.server.ts'
import { importShop } from '../src/server/catalog/importing/import-shop.test-support.ts'
import { createProduct } from '../src/server/catalog/products/editing/write-product.ts'
import { otherTables, pageTables } from './change-tags/page-tables.ts'
import { recordPageWrites, tablesOf, takePageWrites } from './change-tags/untagged-writes.ts'
import { resourceRows } from './resources/rows.ts'

const shop = withOrders(await openShop({ seed: true, plugins: installedPlugins }))
const { db, services } = shop
await recordPageWrites(db)

test('every table is classified: shown by cached pages, or not', async () => {
  const known = [...Object.keys(pageTables), ...otherTables].sort()
  const tables = (await tablesOf(db)).filter((name) => name !== 'page_writes').sort()

  expect(tables, 'name a new table in tests/change-tags/page-tables.ts').toEqual(known)
})

describe('a write to a table of pages without its tag is found', () => {
  const rename = (tags: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      await sql`update products set name = name || '.' where id = (select min(id) from products)`.execute(tx)
      await noteChange(tx, tags)
    })

  test.each([
    ['no tag', [], ['products']],
    ['the tag of another table', ['settings', 'page:about'], ['products']],
    ['its tag', ['product:1'], []],
  ] as const)('with %s', async (_, tags, untagged) => {
    await takePageWrites(db)
    await rename(tags)
    expect(await takePageWrites(db)).toEqual({ written: ['products'], untagged })
  })

  test('unless no page shows the change', async () => {
    const { product_id } = await makeProduct(db, { stock: 50 })
    await takePageWrites(db)
    await sql`update variations set stock = 40 where id = ${product_id}`.execute(db)
    expect(await takePageWrites(db)).toEqual({ written: [], untagged: [] })
    await sql`update variations set stock = 3 where id = ${product_id}`.execute(db)
    expect(await takePageWrites(db)).toEqual({ written: ['variations'], untagged: ['variations'] })
  })
})

type Write = {
  /** Tables that it writes, at least. */
  tables: string[]
  /** Files whose writes it covers. */
  files: string[]
  /** Prepares records; returns the write. */
  prepare: () => Promise<() => Promise<unknown>>
}

const author = 'editor@example.com'
const actor = { staffId: null, name: author, ip: '' }

/** A bulk change of one product, which is to be carried out. */
async function batchOf(action: BatchAction) {
  const { product_id } = await makeProduct(db, { stock: 4 })
  const { product_id: of } = await db
    .selectFrom('variations')
    .select('product_id')
    .where('id', '=', product_id)
    .executeTakeFirstOrThrow()
  const batch = await db.transaction().execute((tx) => startBatch(tx, { action, ids: [of] }, actor))
  return () => changeProducts(services, batch)
}

const writes: Record<string, Write> = {
  settings: {
    tables: ['settings'],
    files: ['src/server/shop/settings/editing/write-settings.ts'],
    prepare: async () => () => writeSettings(db, { store_phone: '1800 1234' }),
  },
  storefront: {
    tables: ['storefronts'],
    files: ['src/server/content/storefront/configuration.ts'],
    prepare: async () => async () => {
      for (const value of [true, false])
        await writeConfigurationValues({ db, config: services.config }, { is_scroll_button_enabled: value })
    },
  },
  pincodes: {
    tables: ['pincodes'],
    files: ['src/server/shop/settings/editing/import-pincodes.ts'],
    prepare: async () => () =>
      importPincodes(db, { country: 'IN', removesOthers: false }, [
        { pincode: '999999', region: 'Test', min_days: '2', max_days: '4', cod: 'yes', serviceable: 'yes' },
      ]),
  },
  plugin: {
    tables: ['plugins'],
    files: ['src/server/shop/plugins/editing/write-plugin.ts'],
    prepare: async () => () =>
      writePlugin(db, installedPlugins, { module_name: 'WhatsappChat', is_active: true }),
  },
  picture: {
    tables: ['images'],
    files: ['src/server/shop/uploads/add-picture.ts'],
    async prepare() {
      const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b5573a' } })
        .png()
        .toBuffer()
      await addPicture(services, bytes, { alt: 'A bowl' })
      return () => addPicture(services, bytes, { alt: 'A red bowl' })
    },
  },
  'replaced picture': {
    tables: ['images', 'menu_items', 'slides'],
    files: ['src/server/shop/uploads/manage-picture.ts'],
    async prepare() {
      const picture = await db
        .selectFrom('images')
        .select(['id', 'path', 'alt', 'width', 'height', 'file_name'])
        .where('path', '=', 'kiln/banner-gifts.avif')
        .executeTakeFirstOrThrow()
      const stored = { path: 'uploads/replaced.webp', width: 40, height: 30, placeholder: '', file_name: '' }
      return () => db.transaction().execute((tx) => replacePicture(tx, picture, stored))
    },
  },
  'opened store': {
    tables: ['storefronts'],
    files: ['src/server/content/storefront/editing/open-store.ts'],
    async prepare() {
      await sql`update storefronts set mode = 'Coming Soon', appearance = jsonb_set(appearance, '{special_pages}',
        coalesce(appearance -> 'special_pages', '{}') || '{"opens_at": "2020-01-01T00:00:00Z"}')`.execute(db)
      return () => openDueStores(db)
    },
  },
  'adjusted stock': {
    tables: ['variations'],
    files: ['src/server/catalog/products/editing/adjust-stock.ts'],
    async prepare() {
      const { product_id } = await makeProduct(db, { stock: 4 })
      const { id, product_id: of } = await db
        .selectFrom('variations')
        .select(['id', 'product_id'])
        .where('id', '=', product_id)
        .executeTakeFirstOrThrow()
      const changes = [{ variation_id: id, by: -2 }]
      return () =>
        db
          .transaction()
          .execute((tx) =>
            adjustStock(
              tx,
              { id: of, changes, reason: 'counted', note: '' },
              { actor, plugins: services.plugins },
            ),
          )
    },
  },
  'stock rules': {
    tables: ['variations'],
    files: ['src/server/catalog/stock/set-stock-rules.ts'],
    async prepare() {
      const { product_id } = await makeProduct(db, { stock: 4 })
      const { product_id: of } = await db
        .selectFrom('variations')
        .select('product_id')
        .where('id', '=', product_id)
        .executeTakeFirstOrThrow()
      return () =>
        db
          .transaction()
          .execute((tx) =>
            setStockRules(tx, { product_ids: [of], rules: { safety_stock: 1, sold_ahead: null } }),
          )
    },
  },
  'payment method': {
    tables: ['payment_methods'],
    files: [
      'src/server/commerce/checkout/editing/payment-methods.ts',
      'src/server/commerce/gateways/switch-methods.ts',
    ],
    prepare: async () => async () => {
      const { id } = await db
        .selectFrom('payment_methods')
        .select('id')
        .where('code', '=', 'cod')
        .executeTakeFirstOrThrow()
      await db.transaction().execute(async (tx) => {
        const values = await readPaymentMethod(tx, id)
        const changed = { name: 'Pay on delivery', is_active: false }
        if (values) await updatePaymentMethod(tx, services.config, id, { ...values, ...changed })
      })
    },
  },
  'products of a batch': {
    tables: ['prices', 'products'],
    files: ['src/server/catalog/products/editing/change-products.ts'],
    prepare: () => batchOf({ type: 'price', percent: 5, rounding: 'exact' }),
  },
  'stock of a batch': {
    tables: ['variations'],
    files: ['src/server/catalog/products/editing/change-several.ts'],
    prepare: () => batchOf({ type: 'stock', change: 'to', pieces: 0, reason: 'counted', note: '' }),
  },
  'texts of a batch': {
    tables: ['products'],
    files: ['src/server/catalog/products/editing/change-several.ts'],
    prepare: () => batchOf({ type: 'search_texts', meta_title: '{name} online', meta_description: '' }),
  },
  'price lists that begin': {
    tables: ['price_lists'],
    files: ['src/server/catalog/price-lists/switch-price-lists.ts'],
    async prepare() {
      const { product_id: variation_id } = await makeProduct(db, {})
      const { id } = await db
        .insertInto('price_lists')
        .values({ name: 'Sale', channel_id: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const item = { price_list_id: id, variation_id, price: 100 }
      await db.insertInto('price_list_items').values(item).execute()
      return () => switchPriceLists(services)
    },
  },
  'members by rule': {
    tables: ['collection_products'],
    files: ['src/server/catalog/products/editing/collection-members.ts'],
    async prepare() {
      const rules = JSON.stringify({ conditions: [{ field: 'stock' }] })
      await sql`insert into collections (name, slug, rules) values ('In stock', 'in-stock', ${rules})`.execute(
        db,
      )
      return () => refreshCollections(services)
    },
  },
  'published product': {
    tables: ['products'],
    files: ['src/server/catalog/products/editing/set-published.ts'],
    prepare: async () => async () => {
      const { id } = await db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow()
      for (const isPublished of [false, true])
        await db
          .transaction()
          .execute((tx) => setPublished(tx, id, isPublished, { actor, plugins: services.plugins }))
    },
  },
  'archived product': {
    tables: ['products'],
    files: ['src/server/catalog/products/editing/archive-products.ts'],
    prepare: async () => async () => {
      const { id } = await db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow()
      for (const isArchived of [true, false])
        await db
          .transaction()
          .execute((tx) => setArchived(tx, id, isArchived, { actor, plugins: services.plugins }))
    },
  },
  channels: {
    tables: ['channels'],
    files: ['src/server/commerce/checkout/editing/manage-channels.ts'],
    prepare: async () => async () => {
      const { id } = await db.selectFrom('channels').select('id').limit(1).executeTakeFirstOrThrow()
      const values = await readChannelValues(db, id)
      if (!values) throw new Error('The channel has no values')
      const renamed = { ...values, name: 'Renamed' }
      await db.transaction().execute((tx) => updateChannel(tx, id, renamed, values, services))
    },
  },
  redirects: {
    tables: ['redirects'],
    files: ['src/server/content/redirects/editing/write-redirect.ts'],
    prepare: async () => async () => {
      await addRedirects(db, [{ from_path: '/old-tea', to_path: '/about' }], services)
      await removeRedirect(db, '/old-tea')
    },
  },
  'page publication': {
    tables: ['pages', 'sections'],
    files: [
      'src/server/content/pages/editing/publish-page.ts',
      'src/server/content/pages/editing/edit-page.ts',
    ],
    async prepare() {
      const { id: pageId } = await db
        .insertInto('pages')
        .values({ slug: 'tags', name: 'First' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { content, revision } = await readEditablePage(db, pageId)
      const section = { id: null, component: 'Headline', settings: { title: 'One' } }
      return async () => {
        const next = { ...content, name: 'Second', sections: [section] }
        const draft = await saveDraft(db, { pageId, revision, author, content: next }, problemsOfSection)
        await publishPage(db, { pageId, revision: draft, author }, problemsOfSection)
      }
    },
  },
  'page deletion': {
    tables: ['pages'],
    files: ['src/server/content/pages/editing/add-page.ts'],
    async prepare() {
      const { id: pageId } = await db
        .insertInto('pages')
        .values({ slug: 'deleted', name: 'Deleted' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return async () => {
        await addPage(db, { name: 'Added', slug: 'added', author })
        await deletePage(db, { pageId, revision: 1, author })
      }
    },
  },
  'scheduled post': {
    tables: ['blog_posts'],
    files: ['src/server/content/blog/publish-due-posts.ts'],
    async prepare() {
      await sql`update blog_posts set status = 'scheduled', published_at = now() - interval '1 minute'
        where id = (select min(id) from blog_posts)`.execute(db)
      return () => publishDuePosts(db, new Date(Date.now() - 60_000), new Date())
    },
  },
  'scheduled product': {
    tables: ['products'],
    files: ['src/server/catalog/products/editing/publish-due-products.ts'],
    async prepare() {
      await sql`update products set is_published = false, publish_at = now() - interval '1 minute'
        where id = (select min(id) from products)`.execute(db)
      return () => publishDueProducts(shop.services)
    },
  },
  stock: {
    tables: ['variations'],
    files: ['src/server/catalog/stock/reserve-stock.ts', 'src/server/catalog/stock/change-level.ts'],
    async prepare() {
      const { product_id: id } = await makeProduct(db, { stock: 4 })
      const { product_id } = await db
        .selectFrom('variations')
        .select('product_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const line = {
        variation_id: id,
        product_id,
        quantity: 2,
        tracks_stock: true,
        is_buyable: true,
        name: 'Bowl',
      }
      return async () => {
        const taken = await db.transaction().execute((tx) => reserveStock(tx, [line]))
        await db.transaction().execute((tx) => restock(tx, taken))
      }
    },
  },
  review: {
    tables: ['products', 'reviews'],
    files: ['src/plugins/review/moderate.server.ts'],
    async prepare() {
      const { rows } = await sql<{ id: number }>`
        insert into reviews (product_id, author, is_verified, rating)
        select min(id), 'Asha', false, 4 from products returning id`.execute(db)
      const { id } = rows[0] as { id: number }
      return async () => {
        await publishReview(services, id, { actor })
        await replyToReview(services, id, 'Thank you', { actor })
        await rejectReview(services, id, { actor })
      }
    },
  },
  videos: {
    tables: ['videos'],
    files: ['src/server/shop/uploads/add-video.ts', 'src/server/shop/uploads/manage-video.ts'],
    prepare: async () => () =>
      db.transaction().execute(async (tx) => {
        const { id } = await listVideo(tx, { name: 'Kiln', path: 'uploads/kiln.mp4', bytes: 1 })
        await setVideoCaptions(tx, id, { path: 'uploads/kiln.vtt', language: 'en' })
        await renameVideo(tx, id, 'The kiln')
        await removeVideo(tx, { id, path: 'uploads/kiln.mp4' })
      }),
  },
  'a new option of a product': {
    tables: ['attributes', 'attribute_values', 'variations', 'variation_options', 'prices'],
    files: [
      'src/server/catalog/products/editing/create-options.ts',
      'src/server/catalog/products/editing/create-values.ts',
      'src/server/catalog/products/editing/write-variation-rows.ts',
    ],
    async prepare() {
      const values = ProductValues.parse({
        name: 'Glazed Pot',
        variations: [{ selling_price: 90_000, options: [{ name: 'Glaze', value: 'Matt' }] }],
      })
      return () =>
        db.transaction().execute((tx) => createProduct(tx, values, { actor, plugins: services.plugins }))
    },
  },
  gallery: {
    tables: ['gallery_pictures'],
    files: ['src/plugins/gallery/write-pictures.server.ts'],
    async prepare() {
      const product = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
      const image = await db.selectFrom('images').select('path').executeTakeFirstOrThrow()
      return () => writePictures(db, { product_id: product.id }, [{ path: image.path, alt: '' }])
    },
  },
}

test.each(Object.entries(writes))('the write of %s notes its tags', async (_, { tables, prepare }) => {
  const write = await prepare()
  await takePageWrites(db)

  await write()

  const { written, untagged } = await takePageWrites(db)
  expect(written).toEqual(expect.arrayContaining(tables))
  expect(untagged).toEqual([])
})

test('an import, of new products and of changed ones, notes the tags of all tables', async () => {
  const other = await importShop()
  await recordPageWrites(other.db)
  const text = (price: string, pieces = '') =>
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Tags,Published,Inventory quantity[main]\ntea-pot,Tea Pot,Color,Red,TP-1,${price},clay,true,${pieces}\n`

  expect(await other.importText(text('500.00'))).toMatchObject({ refused: [] })
  const first = await takePageWrites(other.db)
  await other.importText(text('450.00'))
  const second = await takePageWrites(other.db)
  await other.importText(text('450.00', '3'))
  const third = await takePageWrites(other.db)

  expect(first.written).toEqual(expect.arrayContaining(['products', 'variations', 'prices']))
  expect(first.untagged).toEqual([])
  expect(second.written).toContain('prices')
  expect(second.untagged).toEqual([])
  expect(third.written).toContain('variations')
  expect(third.untagged).toEqual([])
})

/** Files that write tables of pages, and why no test above covers them. */
const exempt: Record<string, string> = {
  'src/server/catalog/products/read-product.ts':
    'publishes a previewed product in a transaction that is rolled back',
  'src/server/catalog/importing': 'the import test covers the folder',
  'src/server/catalog/stock/set-levels.ts': 'the import test covers it',
  'src/server/operations/setup/create-shop.ts': 'creates a shop, and notes its tags at its end',
  'src/server/operations/setup/empty-pages.ts': 'called by it, and by the removal of the demo data',
  'src/server/operations/setup/remove-demo': 'its own test records its writes',
  'src/plugins/whatsapp-chat/server.ts': 'called by the removal of the demo data',
  'src/server/operations/seed': 'runs before the shop answers requests, and notes its tags at its end',
  'src/server/shop/countries/known-countries.ts':
    'seeds a shop; manage-channels.test.ts reads a country that a channel adds',
  'src/server/shop/plugins/seed-plugins.ts': 'writes a marker, which is no setting of pages',
  'src/server/commerce/gateways/offer-gateways.ts': 'runs at the start; the payment step is never cached',
  'src/server/content/redirects/count-hits.ts': 'writes hidden columns only',
  'src/server/platform/jobs/clock-set-back.ts': 'writes when pictures are downloaded, which no page shows',
  'src/plugins/gallery/seed-galleries.server.ts': 'demo data',
  'src/plugins/gift-card/demo-card.server.ts': 'demo data, whose tags it notes',
  'src/plugins/review/seed-reviews.server.ts': 'demo data',
  'src/plugins/review/photos.server.ts': 'photos of a review, in the transaction that saves or moderates it',
  'src/plugins/review/save-review.server.ts': 'review.test.ts reads the page after it',
  'src/plugins/review/vote.server.ts': 'review.test.ts reads the page after it',
  'src/server/catalog/price-lists/note-prices.ts': 'writes hidden columns only',
  'src/server/commerce/promotions/take-promotions.ts': 'counts uses, which no page shows',
  'src/plugins/review/personal-data.server.ts': 'the erasure of an account, which review.test.ts covers',
}

test('every file that writes a table of pages is covered', () => {
  const names = Object.keys(pageTables).join('|')
  const writing = new RegExp(
    `(?:insertInto|updateTable|deleteFrom)\\(\\s*'(?:${names})'|(?:insert into|update|delete from) (?:${names})\\b(?! of)`,
  )
  const found = globSync('src/**/*.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test(-support)?\.ts$/.test(file) && writing.test(readFileSync(file, 'utf8')))
  const covered = [...Object.values(writes), ...resourceRows].flatMap(({ files }) => [...files])
  const isExempt = (file: string) => Object.keys(exempt).some((path) => file.startsWith(path))

  expect(found.length).toBeGreaterThan(15)
  expect(
    found.filter((file) => !covered.includes(file) && !isExempt(file)),
    'add a write to `writes` in this file, which shows that its tags are noted',
  ).toEqual([])
})
