import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { orThrow } from '#contract/envelope.ts'
import { openShop } from '#harness/open-shop.ts'
import { createServer } from '#server/http/create-server.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { dropFromCaches } from '#server/platform/changes/caches.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { json } from '#server/platform/kernel/schema.ts'

const shop = await openShop({ seed: true })
const { db, api, services } = shop

/** The same shop with other limits, as if its catalog were large. */
async function openRobotsView(options: { urlsPerFile?: number; maxCachedLength?: number } = {}) {
  const app = createServer(services)
  serveSeo(app, { services, ...options })
  await app.ready()
  afterAll(() => app.close())
  return async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const {
      statusCode: status,
      headers: received,
      body,
      rawPayload,
    } = await app.inject({ method, url, headers })
    return { status, headers: received, body, rawPayload }
  }
}
const get = await openRobotsView()

/** The unescaped text of all elements with this name. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) =>
    text.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, entity: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[entity] ?? "'",
    ),
  )

async function change(tags: string[], write: () => Promise<unknown>) {
  await write()
  await noteChange(db, tags)
  await services.changes.catchUp()
}

async function withAppearance(more: Record<string, unknown>, look: () => Promise<void>) {
  const { appearance } = await db.selectFrom('storefronts').select('appearance').executeTakeFirstOrThrow()
  const write = (value: unknown) =>
    db
      .updateTable('storefronts')
      .set({ appearance: json(value) })
      .execute()
  await change(['storefront'], () => write({ ...(appearance as object), ...more }))
  await look()
  await change(['storefront'], () => write(appearance))
}

test('robots.txt names the sitemap and disallows pages without search value', async () => {
  const { status, headers, body } = await get('/robots.txt')

  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = body.split('\n')
  for (const path of ['/cart$', '/cart?', '/checkout', '/search?', '/api/', '/dev/'])
    expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain('Sitemap: https://shop.example.com/sitemap.xml')
})

test('the sitemap lists every page once, and products with their pictures', async () => {
  const { status, headers, body } = await get('/sitemap.xml')
  const addresses = textsOf(body, 'loc')

  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const path of [
    '/',
    '/shop-online',
    '/product-category/ceramics/mugs',
    '/faq',
    '/blogs',
    '/blogs/how-a-mug-is-made',
    '/product/banyan-fan-mug',
  ])
    expect(addresses).toContain(`https://shop.example.com${path}`)
  const published = await db.selectFrom('products').select('slug').where('is_published', '=', true).execute()
  expect(addresses.filter((address) => address.includes('/product/'))).toHaveLength(published.length)
  expect(addresses.join()).not.toMatch(/\/(cart|checkout|search|account)/)
  expect(textsOf(body, 'image:loc')).toContain(
    'https://shop.example.com/_img/1024x/kiln/banyan-fan-mug--terra.avif.webp',
  )
  expect(textsOf(body, 'lastmod')).toHaveLength(published.length)
})

test('unpublished products are in neither sitemap nor feed', async () => {
  const hidden = await db.selectFrom('products').select('slug').where('is_published', '=', false).execute()
  expect(hidden.length).toBeGreaterThan(0)
  const texts = (await get('/sitemap.xml')).body + (await get('/feeds/google.xml')).body

  for (const { slug } of hidden) expect(texts).not.toContain(`/product/${slug}<`)
})

test('a large sitemap is an index of files that list every URL once', async () => {
  const whole = textsOf((await get('/sitemap.xml')).body, 'loc')
  const split = await openRobotsView({ urlsPerFile: 10 })

  const list = await split('/sitemap.xml')
  expect(list.body).toContain('<sitemapindex')
  const files = textsOf(list.body, 'loc').map((address) => new URL(address).pathname)
  expect(files.length).toBeGreaterThan(5)
  const parts = await Promise.all(files.slice(0, 3).map((file) => split(file)))
  for (const file of files.slice(3)) parts.push(await split(file))

  expect(parts.map(({ status }) => status)).toEqual(files.map(() => 200))
  expect(parts.flatMap(({ body }) => textsOf(body, 'loc')).toSorted()).toEqual(whole.toSorted())
})

test('an unknown sitemap file name answers 404', async () => {
  for (const name of ['/sitemap-0.xml', '/sitemap-x.xml', '/sitemap-1', '/sitemap-12345678901.xml'])
    expect((await get(name)).status, name).toBe(404)
})

test('the product feed matches the API for every variation', async () => {
  const items = textsOf((await get('/feeds/google.xml')).body, 'item')
  const bySku = new Map(items.map((item) => [textsOf(item, 'g:id')[0], item]))
  const products = await db.selectFrom('products').select('slug').where('is_published', '=', true).execute()
  let variations = 0

  for (const { slug } of products) {
    const product = orThrow(await api.product.single({ id: slug }))
    const { combinations } = product.variations
    for (const { sku, selling_price, mrp, availability } of combinations) {
      const item = bySku.get(sku) ?? ''
      const first = (name: string) => textsOf(item, `g:${name}`)[0]
      const amount = ({ amount }: { amount: number }) => `${(amount / 100).toFixed(2)} INR`
      expect(first('price'), sku).toBe(amount(mrp))
      expect(first('sale_price'), sku).toBe(
        mrp.amount > selling_price.amount ? amount(selling_price) : undefined,
      )
      expect(first('availability'), sku).toBe(availability === 'out_of_stock' ? 'out_of_stock' : 'in_stock')
      expect(first('link'), sku).toBe(
        `https://shop.example.com/product/${slug}?sku=${encodeURIComponent(sku)}`,
      )
      expect(first('item_group_id'), sku).toBe(combinations.length > 1 ? String(product.group_id) : undefined)
      expect(first('brand'), sku).toBe(product.brand?.name)
      expect(first('image_link'), sku).toMatch(
        /^https:\/\/shop\.example\.com\/_img\/1024x\/kiln\/.+\.avif\.webp$/,
      )
      variations += 1
    }
  }
  expect(variations).toBeGreaterThan(100)
  expect(items).toHaveLength(variations)
})

test('the product feed and the cart offer free delivery from the same amount', async () => {
  const items = textsOf((await get('/feeds/google.xml')).body, 'item')
  const standard = (item: string) =>
    textsOf(item, 'g:shipping').find((one) => one.includes('<g:service>Standard delivery<')) ?? ''
  const costs = (item: string) => [
    Number.parseFloat(textsOf(item, 'g:sale_price')[0] ?? textsOf(item, 'g:price')[0] ?? '') >= 1499,
    textsOf(standard(item), 'g:price')[0] === '0.00 INR',
  ]

  for (const item of items) expect(costs(item)[0], textsOf(item, 'g:id')[0]).toBe(costs(item)[1])
  expect(new Set(items.map((item) => costs(item)[1]))).toEqual(new Set([true, false]))
})

test('the product feed states the shop’s days until an order is sent, as part of the delivery days', async () => {
  const express = async () => {
    const [item = ''] = textsOf((await get('/feeds/google.xml')).body, 'item')
    const [shipping = ''] = textsOf(item, 'g:shipping')
    const days = (name: string) => Number(textsOf(shipping, `g:${name}_time`)[0])
    const handling = { min: days('min_handling'), max: days('max_handling') }
    return {
      handling,
      total: { min: handling.min + days('min_transit'), max: handling.max + days('max_transit') },
    }
  }
  const setHandlingDays = (value: number) =>
    change(['settings'], () =>
      db
        .updateTable('settings')
        .set({ value: json(value) })
        .where('key', '=', 'handling_days')
        .execute(),
    )
  await setHandlingDays(0)
  const { total } = await express()
  await setHandlingDays(60)
  expect(await express()).toEqual({ handling: { min: 0, max: total.max - total.min }, total })
  await setHandlingDays(1)
})

test('the feed escapes product names with characters that XML forbids', async () => {
  const nasty = `</item>]]> <Jug> & "Mug" 'x' \u0007\u000b 🏺 ünï`
  const { id, name } = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('slug', '=', 'milk-jug')
    .executeTakeFirstOrThrow()
  const rename = (to: string) => db.updateTable('products').set({ name: to }).where('id', '=', id).execute()
  await change([`product:${id}`], () => rename(nasty))
  const { body } = await get('/feeds/google.xml')
  await change([`product:${id}`], () => rename(name))

  const titles = textsOf(body, 'g:title')
  expect(titles.some((title) => title.startsWith(`</item>]]> <Jug> & "Mug" 'x'  🏺 ünï`))).toBe(true)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(body).not.toMatch(/[\u0000-\u0008\u000b\u000c]/)
  expect(body.match(/<item>/g)?.length).toBe(body.match(/<\/item>/g)?.length)
  expect(body).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/)
})

test.each([
  ['is noted', () => change(['product:1'], async () => {})],
  ['was applied late by the catalog index', async () => dropFromCaches(services.changes, ['product:1'])],
])('a changed price is in the feed once the change %s', async (_, announce) => {
  const price = async () => {
    const items = textsOf((await get('/feeds/google.xml')).body, 'item')
    const item = items.find((one) => one.includes('<g:id>KL-MG-101-1</g:id>')) ?? ''
    return textsOf(item, 'g:sale_price')[0]
  }
  const { variation_id, selling_price } = await db
    .selectFrom('prices')
    .innerJoin('variations', 'variations.id', 'variation_id')
    .select(['variation_id', 'selling_price'])
    .where('sku', '=', 'KL-MG-101-1')
    .executeTakeFirstOrThrow()
  const write = (amount: number) =>
    db.updateTable('prices').set({ selling_price: amount }).where('variation_id', '=', variation_id).execute()

  expect(await price()).toBe('749.00 INR')
  await write(12_345)
  await announce()
  expect(await price()).toBe('123.45 INR')
  await change(['product:1'], () => write(selling_price))
})

test('a feed that has become short enough is cached again', async () => {
  const feed = await openRobotsView({ maxCachedLength: (await get('/feeds/google.xml')).body.length - 1 })
  const reads = async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await feed('/feeds/google.xml')
    const all = query.mock.calls.filter(([statement]) =>
      JSON.stringify(statement).includes('"feed products"'),
    )
    query.mockRestore()
    return all.length
  }
  await feed('/feeds/google.xml')
  expect(await reads()).toBe(1)
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('is_published', '=', true)
    .executeTakeFirstOrThrow()
  const show = (is_published: boolean) =>
    change([`product:${id}`], () =>
      db.updateTable('products').set({ is_published }).where('id', '=', id).execute(),
    )
  onTestFinished(() => show(true))
  await show(false)

  await feed('/feeds/google.xml')
  await feed('/feeds/google.xml')
  expect(await reads()).toBe(0)
})

test('a feed above the cache limit is streamed in the accepted encoding', async () => {
  const long = await openRobotsView({ maxCachedLength: 1_000 })
  const whole = (await get('/feeds/google.xml')).body

  expect((await long('/feeds/google.xml')).body).toBe(whole)
  const packed = await long('/feeds/google.xml', { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(whole)
  expect((await long('/feeds/google.xml', {}, 'HEAD')).body).toBe('')
})

test('a feed above the cache limit is read once for each request, also after a change', async () => {
  const long = await openRobotsView({ maxCachedLength: 1_000 })
  await long('/feeds/google.xml')
  await change(['product:1'], async () => {})
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await long('/feeds/google.xml')
  const reads = query.mock.calls.filter(([statement]) =>
    JSON.stringify(statement).includes('"feed products"'),
  )
  query.mockRestore()

  expect(reads).toHaveLength(1)
})

test('a matching If-None-Match answers 304', async () => {
  const { headers } = await get('/feeds/google.xml')
  const again = await get('/feeds/google.xml', { 'if-none-match': String(headers.etag) })
  expect([again.status, again.body]).toEqual([304, ''])
})

test('a shop with indexing disabled disallows robots and has neither sitemap nor feed', async () => {
  await withAppearance({ enable_indexing: false }, async () => {
    expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    for (const url of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-1.xml', '/feeds/google.xml'])
      expect((await get(url)).status, url).toBe(404)
  })
  expect((await get('/sitemap.xml')).status).toBe(200)
})

test('a locked or closed shop serves neither sitemap nor feed', async () => {
  const states = [
    { is_password_protection_enabled: true },
    { mode: 'Coming Soon' },
    { mode: 'Under Maintenance' },
    { license_status: null },
  ]
  const open = { is_password_protection_enabled: false, mode: 'Normal', license_status: 'active' }
  for (const state of states) {
    await change(['storefront'], () =>
      db
        .updateTable('storefronts')
        .set({ ...open, ...state })
        .execute(),
    )
    const isUnderMaintenance = state.mode === 'Under Maintenance'
    shop.logged.length = 0
    for (const path of ['/sitemap.xml', '/feeds/google.xml', '/blogs/feed.xml'])
      expect([path, (await get(path)).status]).toEqual([path, isUnderMaintenance ? 503 : 404])
    const robots = (await get('/robots.txt')).body
    expect(shop.logged.filter(({ level }) => Number(level) >= 40)).toEqual([])
    expect(robots.includes('Disallow: /\n')).toBe(!isUnderMaintenance)
  }
  await change(['storefront'], () => db.updateTable('storefronts').set(open).execute())
  expect((await get('/feeds/google.xml')).status).toBe(200)
})

test('the RSS feed lists the published posts, newest first', async () => {
  const { status, headers, body } = await get('/blogs/feed.xml')

  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(textsOf(body, 'title').slice(0, 2)).toEqual([
    'Journal | Kiln & Loom',
    'How a mug is made, from wet clay to your kitchen',
  ])
  expect(textsOf(body, 'guid')).toHaveLength(6)
  expect(textsOf(body, 'link')[1]).toBe('https://shop.example.com/blogs/how-a-mug-is-made')
  expect(textsOf(body, 'pubDate')[0]).toBe('Thu, 12 Nov 2026 03:30:00 GMT')
  expect(textsOf(body, 'dc:creator')[0]).toBe('The Kiln & Loom desk')
})

test('feed and sitemap follow the publication of a post', async () => {
  const setStatus = (status: 'draft' | 'published') =>
    change(['blog'], () =>
      db.updateTable('blog_posts').set({ status }).where('slug', '=', 'caring-for-cloth').execute(),
    )
  const texts = async () => (await get('/blogs/feed.xml')).body + (await get('/sitemap.xml')).body

  expect(await texts()).toContain('/blogs/caring-for-cloth')
  await setStatus('draft')
  expect(await texts()).not.toContain('/blogs/caring-for-cloth')
  await setStatus('published')
  expect(await texts()).toContain('/blogs/caring-for-cloth')
})
