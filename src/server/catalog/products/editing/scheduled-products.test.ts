import { afterAll, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { createMemoryCatalogIndex } from '#server/catalog/catalog-index/memory-catalog-index.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { changeProducts } from './change-products.ts'
import { publishDueProducts } from './publish-due-products.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  pageCache: true,
  extend: (server, _pipeline, services) => serveSeo(server, { services }),
})
const { app, db, services } = shop
const staff = await signedInStaff(shop, 'manager')
const { adminProducts, adminProductBatches } = staff.admin
const { id: channelId } = await readDefaultChannel(db)
const memory = await createMemoryCatalogIndex({ db, changes: services.changes, log: services.log })
await memory.ready(channelId)
afterAll(() => memory.stop())

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const get = async (url: string) => {
  await services.changes.catchUp()
  await memory.ready(channelId)
  return app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })
}
const edit = async (id: number) => ok(await adminProducts.get({ id }))
async function save(id: number, values: object) {
  const { version, values: present } = await edit(id)
  return adminProducts.update({ id, version, values: { ...present, ...values } })
}

/** A draft in a category and a collection, related to another product, with a word in its name that only it has. */
async function makeDraft(name: string) {
  const { product_id: variationId } = await makeProduct(db, { name })
  const { id, slug } = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('id', '=', (eb) => eb.selectFrom('variations').select('product_id').where('id', '=', variationId))
    .executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('products as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.slug', 'p.category_id', 'c.path as category'])
    .where('p.is_published', '=', true)
    .orderBy('p.id')
    .executeTakeFirstOrThrow()
  const collection = await db
    .selectFrom('collections')
    .select(['id', 'slug'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('products').set({ category_id: other.category_id }).where('id', '=', id).execute()
  await db
    .updateTable('related_products')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('product_id', '=', other.id)
    .execute()
  await db
    .insertInto('related_products')
    .values({ product_id: other.id, related_id: id, position: 0 })
    .execute()
  await db
    .insertInto('collection_products')
    .values({ collection_id: collection.id, product_id: id, position: -1 })
    .execute()
  ok(await adminProducts.setPublished({ id, is_published: false }))
  return { id, slug, name, other, collection: collection.slug }
}
type Draft = Awaited<ReturnType<typeof makeDraft>>

/** Everything of the shop that could show a product. Pages are read twice: the second answer is from the page cache. */
async function shownAt({ id, slug, name, other, collection }: Draft) {
  const word = name.split(' ')[0] ?? ''
  const pages = {
    listing: '/shop-online?sort=newest',
    search: `/search?query=${word}`,
    suggestions: `/api/search/search?query=${word}`,
    category: `/product-category/${other.category}?sort=newest`,
    collection: `/product-collection/${collection}`,
    related: `/product/${other.slug}`,
    sitemap: '/sitemap-1.xml',
    feed: '/feeds/google.xml',
    page: `/product/${slug}`,
    payload: `/product/${slug}/_payload.json?test`,
    api: `/api/product/single-product/${slug}`,
  }
  const shown = new Set<string>()
  for (const [kind, url] of [...Object.entries(pages), ...Object.entries(pages)]) {
    const { statusCode, body } = await get(url)
    if (statusCode === 200 && body.includes(`/product/${slug}`)) shown.add(kind)
    else if (statusCode === 200 && kind === 'api' && body.includes(name)) shown.add(kind)
    else expect(statusCode, url).toBe(['page', 'payload', 'api'].includes(kind) ? 404 : 200)
  }
  const scope = { kind: 'search', query: word } as const
  const found = await memory.listing({ channelId, scope, filters: {}, sort: 'default', page: 1, perPage: 96 })
  if (found.productIds.includes(id)) shown.add('memory index')
  return [...shown].sort()
}
const everywhere = [
  ...['api', 'category', 'collection', 'feed', 'listing', 'memory index', 'page', 'payload', 'related'],
  ...['search', 'sitemap', 'suggestions'],
]

test('a scheduled product is nowhere before its time, everywhere afterwards, and hidden again', async () => {
  const product = await makeDraft('Quillwort Teapot')
  const { id } = product
  ok(await save(id, { publish_at: soon(60).toISOString(), unpublish_at: soon(120).toISOString() }))
  expect(await publishDueProducts(services, soon(59))).toBe(0)
  expect(await shownAt(product)).toEqual([])
  expect(ok(await adminProducts.list({ q: 'quillwort', state: 'scheduled' })).data).toMatchObject([
    { id, is_published: false, publish_at: (await edit(id)).values.publish_at },
  ])
  expect(ok(await adminProducts.list({ q: 'quillwort', state: 'draft' })).total).toBe(0)

  expect(await publishDueProducts(services, soon(61))).toBe(1)
  expect(await shownAt(product)).toEqual(everywhere)
  expect((await edit(id)).values).toMatchObject({ is_published: true, publish_at: null })
  expect(await publishDueProducts(services, soon(119))).toBe(0)

  expect(await publishDueProducts(services, soon(121))).toBe(1)
  expect(await shownAt(product)).toEqual([])
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(entries.slice(-2)).toEqual([
    { action: 'product.publish', actor: 'schedule' },
    { action: 'product.unpublish', actor: 'schedule' },
  ])
})

test('a schedule ends when staff publish or unpublish the product, and a copy has none', async () => {
  const { id } = await makeDraft('Scheduled Ladle')
  const times = { publish_at: soon(60).toISOString(), unpublish_at: soon(120).toISOString() }
  const none = { publish_at: null, unpublish_at: null }
  const inBulk = async (type: 'publish' | 'unpublish') => {
    const batch = ok(await adminProductBatches.create({ action: { type }, ids: [id] }))
    await changeProducts(services, batch.id)
  }

  ok(await save(id, times))
  const copy = ok(await adminProducts.duplicate({ id }))
  expect((await edit(copy.id)).values).toMatchObject({ is_published: false, ...none })
  await inBulk('unpublish')
  expect((await edit(id)).values).toMatchObject({ is_published: false, ...none })
  ok(await save(id, times))
  await inBulk('publish')
  expect((await edit(id)).values).toMatchObject({ is_published: true, ...none })
  ok(await save(id, times))
  expect((await edit(id)).values, 'a published product becomes a scheduled draft').toMatchObject({
    is_published: false,
    ...times,
  })
  ok(await adminProducts.setPublished({ id, is_published: true }))
  expect((await edit(id)).values).toMatchObject({ is_published: true, ...none })
})

test('a time of publishing that has passed publishes at once; a product is not hidden before that', async () => {
  const { id } = await makeDraft('Early Ladle')
  for (const values of [
    { is_published: true, unpublish_at: soon(-1).toISOString() },
    { publish_at: soon(60).toISOString(), unpublish_at: soon(30).toISOString() },
  ])
    expect(await save(id, values)).toMatchObject({
      code: 'VALIDATION',
      errors: { 'values.unpublish_at': [expect.stringContaining('Must be later than')] },
    })
  ok(await save(id, { publish_at: soon(-1).toISOString() }))
  expect((await edit(id)).values).toMatchObject({ is_published: true, publish_at: null })
})

const archive = async (id: number, is_archived = true) => adminProducts.setArchived({ id, is_archived })

test('an archived product is nowhere, and restored it is what it was', async () => {
  const product = await makeDraft('Ixia Teapot')
  const { id } = product
  ok(await adminProducts.setPublished({ id, is_published: true }))
  expect(await shownAt(product)).toEqual(everywhere)
  const guest = shop.guest()
  const { id: variation } = await db
    .selectFrom('variations')
    .select('id')
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  ok(await guest.api.cart.addItem({ product_id: variation, quantity: 1 }))
  const { brand_id, category_id, tags } = (await edit(id)).values
  const inCategory = async () =>
    ok(await staff.admin.adminCategories.list({ per_page: 100 })).data.find((row) => row.id === category_id)
      ?.products ?? 0
  const counted = await inCategory()

  ok(await archive(id))
  expect(await shownAt(product)).toEqual([])
  expect(ok(await guest.api.cart.get()).items).toMatchObject([{ product: { is_published: false } }])
  const found = async (query: object) =>
    ok(await adminProducts.list({ q: 'ixia', ...query })).data.map((row) => row.id)
  for (const query of [{}, { state: 'draft' }, { state: 'published' }, { state: 'scheduled' }] as const)
    expect(await found(query), JSON.stringify(query)).toEqual([])
  expect(await found({ state: 'archived' })).toEqual([id])
  expect(ok(await adminProducts.list({ state: 'archived' })).data).toMatchObject([
    { id, is_published: false, archived_at: (await edit(id)).values.archived_at },
  ])
  expect(await inCategory()).toBe(counted - 1)
  expect(ok(await adminProducts.names({ ids: String(id) }))).toMatchObject([{ id }])
  // Other details can be corrected, which does not publish it.
  ok(await save(id, { brand_id, tags: [...tags, 'old'] }))
  expect(await save(id, { is_published: true })).toMatchObject({ code: 'PRODUCT_ARCHIVED' })
  expect(await save(id, { publish_at: soon(5).toISOString() })).toMatchObject({ code: 'PRODUCT_ARCHIVED' })
  expect(await adminProducts.setPublished({ id, is_published: true })).toMatchObject({
    code: 'PRODUCT_ARCHIVED',
  })
  ok(await archive(id))

  ok(await archive(id, false))
  ok(await archive(id, false))
  expect(await shownAt(product)).toEqual(everywhere)
  expect(await inCategory()).toBe(counted)
  const audited = await db
    .selectFrom('audit_log')
    .select('action')
    .where('record_id', '=', String(id))
    .where('action', 'in', ['product.archive', 'product.restore'])
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual(['product.archive', 'product.restore'])
})

test('an archived schedule does not run, and restored it has taken effect', async () => {
  const { id } = await makeDraft('Jasmine Teapot')
  const publish_at = soon(60).toISOString()
  ok(await save(id, { publish_at, unpublish_at: soon(120).toISOString() }))
  ok(await archive(id))
  expect(await publishDueProducts(services, soon(90))).toBe(0)
  ok(await archive(id, false))
  expect((await edit(id)).values).toMatchObject({ is_published: false, publish_at, archived_at: null })

  ok(await archive(id))
  await db
    .updateTable('products')
    .set({
      archived_from: JSON.stringify({ is_published: false, publish_at: soon(-5), unpublish_at: soon(60) }),
    })
    .where('id', '=', id)
    .execute()
  ok(await archive(id, false))
  expect((await edit(id)).values).toMatchObject({ is_published: true, publish_at: null })
})

test('a published product that would be given away stays archived until it has a price', async () => {
  const { id } = await makeDraft('Kapok Teapot')
  ok(await adminProducts.setPublished({ id, is_published: true }))
  ok(await archive(id))
  const price = async (selling_price: number) => {
    const { variations } = (await edit(id)).values
    ok(await save(id, { variations: variations.map((row) => ({ ...row, selling_price, mrp: null })) }))
  }
  await price(0)
  expect(await archive(id, false)).toMatchObject({ code: 'FREE_OF_CHARGE' })
  const refused = ok(await adminProductBatches.create({ action: { type: 'restore' }, ids: [id] }))
  await changeProducts(services, refused.id)
  expect(ok(await adminProductBatches.get({ id: refused.id }))).toMatchObject({
    refused: 1,
    can_undo: false,
    refusals: [{ id, message: expect.stringContaining('price is 0') }],
  })
  await price(40_000)
  ok(await archive(id, false))
  expect((await edit(id)).values.is_published).toBe(true)
})

test('a bulk change archives and restores, and its undo leaves products that were archived again since', async () => {
  const drafts = [
    await makeDraft('Lupin Teapot'),
    await makeDraft('Lupin Saucer'),
    await makeDraft('Lupin Cup'),
  ]
  const [first = 0, second = 0, third = 0] = drafts.map(({ id }) => id)
  ok(await adminProducts.setPublished({ id: first, is_published: true }))
  ok(await archive(third))
  const states = async () =>
    Promise.all(
      [first, second, third].map(async (id) => {
        const { archived_at, is_published } = (await edit(id)).values
        return archived_at ? 'archived' : is_published ? 'published' : 'draft'
      }),
    )
  const run = async (started: { id: number }) => {
    await changeProducts(services, started.id)
    return ok(await adminProductBatches.get({ id: started.id }))
  }
  const ids = [first, second, third]
  const batch = await run(ok(await adminProductBatches.create({ action: { type: 'archive' }, ids })))
  expect(batch).toMatchObject({ title: 'Archive', total: 3, refused: 0, can_undo: true })
  expect(await states()).toEqual(['archived', 'archived', 'archived'])
  expect(await run(ok(await adminProductBatches.create({ action: { type: 'publish' }, ids })))).toMatchObject(
    {
      refused: 3,
      refusals: [{ message: 'It is archived: restore it first' }, {}, {}],
    },
  )
  // The default list does not choose archived products; its filter does.
  expect(
    await adminProductBatches.create({ action: { type: 'archive' }, filter: { q: 'lupin' } }),
  ).toMatchObject({ errors: { ids: ['Please choose products'] } })

  ok(await archive(second, false))
  ok(await archive(second))
  await run(ok(await adminProductBatches.undo({ id: batch.id })))
  expect(await states()).toEqual(['published', 'archived', 'archived'])
  const restored = await run(
    ok(
      await adminProductBatches.create({
        action: { type: 'restore' },
        filter: { q: 'lupin', state: 'archived' },
      }),
    ),
  )
  expect(restored).toMatchObject({ total: 2, can_undo: true })
  expect(await states()).toEqual(['published', 'draft', 'draft'])
  await run(ok(await adminProductBatches.undo({ id: restored.id })))
  expect(await states()).toEqual(['published', 'archived', 'archived'])
})

test('two who archive at once archive once, and what the release before publishes is restored', async () => {
  const { id } = await makeDraft('Mallow Teapot')
  ok(await adminProducts.setPublished({ id, is_published: true }))
  await Promise.all([archive(id), archive(id), archive(id)])
  const entries = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'product.archive')
    .where('record_id', '=', String(id))
    .execute()
  expect(entries).toHaveLength(1)
  expect((await edit(id)).values).toMatchObject({ is_published: false })

  await db.updateTable('products').set({ is_published: true }).where('id', '=', id).execute()
  expect((await edit(id)).values).toMatchObject({ is_published: true, archived_at: null })
})
