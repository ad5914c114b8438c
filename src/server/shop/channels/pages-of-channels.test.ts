import { type IncomingMessage, request as send } from 'node:http'
import { expect, test } from 'vitest'
import { addChannel } from '#harness/channels.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { channelsTag } from './channel-selection.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  pageCache: true,
  extend: (app, _pipeline, services) => serveSeo(app, { services }),
})
const { db, app, services } = shop
const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const store = new URL(services.config.storeUrl)

const { slug, id: variationId } = await db
  .selectFrom('variations')
  .innerJoin('products', 'products.id', 'variations.product_id')
  .select(['products.slug', 'variations.id'])
  .where('products.is_published', '=', true)
  .where('variations.is_default', '=', true)
  .where('variations.stock', '>', 5)
  .orderBy('products.id')
  .executeTakeFirstOrThrow()
const { slug: unsold } = await db
  .selectFrom('products')
  .select('slug')
  .where('is_published', '=', true)
  .where('slug', '<>', slug)
  .orderBy('id')
  .executeTakeFirstOrThrow()

/** Over a connection, so that cached pages take the path before routing. */
async function get(path: string, { host = store.host, ...headers }: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  send({ host: origin.hostname, port: origin.port, path, headers: { host, ...headers } }, resolve)
    .on('error', reject)
    .end()
  const reply = await promise
  let body = ''
  for await (const chunk of reply) body += chunk
  return { status: reply.statusCode, headers: reply.headers, body }
}

const twice = async (path: string, headers?: Record<string, string>) => {
  const first = await get(path, headers)
  const second = await get(path, headers)
  expect(second.body).toBe(first.body)
  return second
}

const german = { cookie: 'x=1; channel=de' }
const page = `/product/${slug}`

test('with one channel neither host nor cookie matters, and no page varies by them', async () => {
  const reply = await get('/', { host: 'de.example', cookie: 'channel=de' })
  expect(reply.headers.vary).toBe('accept-encoding')
  expect(reply.body).not.toContain('/forms/channel')
  const { etag } = reply.headers
  expect((await get('/', { 'if-none-match': String(etag) })).status).toBe(304)
})

test('a cached page of one channel is never sent in another, by cookie or by host', async () => {
  expect((await twice(page)).body).toContain('₹')
  const germany = await addChannel(shop, { is_tax_included: false })
  const hosted = await addChannel(shop, {
    code: 'fr',
    name: 'France',
    host: 'fr.example',
    currency: 'CHF',
    currency_symbol: 'CHF',
  })
  await db
    .insertInto('prices')
    .values([
      { variation_id: variationId, channel_id: germany, selling_price: 4_321, mrp: 4_321 },
      { variation_id: variationId, channel_id: hosted, selling_price: 7_654, mrp: 7_654 },
    ])
    .execute()
  await db.transaction().execute((tx) => noteChange(tx, ['catalog', 'listing']))
  await services.changes.catchUp()

  // The cookie is not enabled yet, the host is its channel's in any case.
  expect((await twice(page, german)).body).toContain('₹')
  expect((await twice(page, { host: 'fr.example' })).body).toContain('76,54')
  await db
    .insertInto('settings')
    .values({ key: 'enable_multi_channel', value: 'true' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'true' }))
    .execute()
  await db.transaction().execute((tx) => noteChange(tx, ['settings']))
  await services.changes.catchUp()

  const india = await twice(page)
  const inGermany = await twice(page, german)
  const inFrance = await twice(page, { host: 'fr.example', ...german })
  expect(india.body).toContain('₹')
  expect(india.body).not.toMatch(/43,21|76,54/)
  expect(inGermany.body).toContain('43,21')
  expect(india.body).toContain('Free delivery on orders of ₹1,499 or more')
  // It has no delivery, and so no notice about it.
  expect(inGermany.body).not.toMatch(/₹\d|76,54|Free delivery|aria-label="Notice"/)
  expect(inGermany.body).not.toContain('Prices include all taxes')
  expect(inFrance.body).toContain('76,54')
  expect(new Set([india, inGermany, inFrance].map(({ headers }) => headers.etag)).size).toBe(3)
  for (const { headers } of [india, inGermany, inFrance]) expect(headers.vary).toBe('accept-encoding, cookie')
  // A browser's copy of the other channel is not current.
  const known = { 'if-none-match': String(india.headers.etag) }
  expect((await get(page, { ...german, ...known })).status).toBe(200)
  expect((await get(page, known)).status).toBe(304)

  expect(inFrance.body).toContain(`<link rel="canonical" href="${store.protocol}//fr.example${page}"`)
  expect(inGermany.body).toContain(`<link rel="canonical" href="${store.origin}${page}"`)
  expect(india.body).toContain('action="/forms/channel"')
  expect(india.body).toContain(`href="${store.protocol}//fr.example/"`)
  expect(inGermany.body).toMatch(/<button[^>]*value="india"/)
})

test('what has no price in a channel is not in its pages, lists, feeds and sitemap', async () => {
  expect((await get(`/product/${unsold}`)).status).toBe(200)
  expect((await twice(`/product/${unsold}`, german)).status).toBe(404)
  expect((await twice('/shop-online', german)).body).toContain(slug)
  expect((await get('/shop-online', german)).body).not.toContain(`/product/${unsold}`)
  const france = { host: 'fr.example' }
  const sitemap = (await twice('/sitemap.xml', france)).body
  expect(sitemap).toContain(`${store.protocol}//fr.example/product/${slug}`)
  expect(sitemap).not.toContain(unsold)
  expect((await get('/sitemap.xml')).body).toContain(`${store.origin}/product/${unsold}`)
  expect((await get('/feeds/google.xml', france)).body).toContain('76.54 CHF')
  expect((await get('/feeds/google.xml')).body).not.toContain('CHF')
  expect((await get('/robots.txt', france)).body).toContain('//fr.example/sitemap.xml')
})

test('data of a page is refused to a document of another channel', async () => {
  const builds = new Map<string, string>()
  for (const [name, headers] of [
    ['india', {}],
    ['germany', german],
  ] as const) {
    const { body } = await get(page, headers)
    const boot = /\/_payload\.json\?([\w.-]+)~([\w-]+)/.exec(body)
    const [, build = '', version = ''] = boot ?? []
    builds.set(name, build)
    const data = await twice(`${page}/_payload.json?${build}~${version}`, headers)
    expect(data.body).toContain(name === 'india' ? '"INR"' : '"EUR"')
    expect(data.body).not.toContain(name === 'india' ? '"EUR"' : '"INR"')
    expect(data.headers['cache-control']).toContain('immutable')
  }
  const payload = (name: string) => `${page}/_payload.json?${builds.get(name)}`
  expect(JSON.parse((await twice(payload('germany'), german)).body)).toMatchObject({
    data: { product: { channel: { selling_price: { amount: 4_321, currency: 'EUR' } } } },
  })
  expect(JSON.parse((await twice(payload('india'), german)).body)).toMatchObject({ other_build: true })
  expect(JSON.parse((await twice(payload('germany'))).body)).toMatchObject({ other_build: true })
  expect(JSON.parse((await twice(payload('india'))).body)).toMatchObject({ screen: 'product' })
})

test('the cart page shows what a choice of a channel has changed as a notice, not as an error', async () => {
  const who = shop.guest()
  ok(await who.api.cart.addItem({ product_id: variationId }))
  const chosen = await who.request({
    method: 'POST',
    url: '/forms/channel',
    payload: 'channel=de',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(chosen).toMatchObject({ status: 303, headers: { location: '/cart?posted=1' } })

  const body = String((await who.request({ method: 'GET', url: '/cart?posted=1' })).body)

  expect(body).toMatch(/data-tone="info"(?:(?!<\/p>).)*Your cart now has the prices/s)
  expect(body).not.toContain('data-tone="error"')
})

test('texts have the amounts of the channel of the page and its word for postal codes, and none where it has no such amount', async () => {
  const words = async (headers?: Record<string, string>) => {
    const [home, faq] = [(await get('/', headers)).body, (await get('/faq', headers)).body]
    return {
      promise: /<[^>]*>Free delivery<.{0,200}?>(On orders of [^<]*)</s.exec(home)?.[1],
      notice: /aria-label="Notice"><p>([^<]*?) *(?:<|$)/.exec(home)?.[1],
      answer: /<p>([^<]*)Lamps and framed prints are insured/.exec(faq)?.[1]?.trim(),
      postcode: /Enter your ([^<]*) on a product page/.exec(faq)?.[1],
    }
  }
  const notice = (amount: string) =>
    `Free delivery on orders of ${amount} or more, and 10% off your first with WELCOME10`
  expect(await words()).toEqual({
    promise: 'On orders of ₹1,499 or more',
    notice: notice('₹1,499'),
    answer: '₹79 for orders below ₹1,499 and nothing above.',
    postcode: 'pincode',
  })
  expect(await words(german)).toEqual({ answer: '', postcode: 'postcode' })

  const { id: channel_id } = await db
    .selectFrom('channels')
    .select('id')
    .where('code', '=', 'de')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('shipping_methods')
    .values([
      { channel_id, code: 'express', name: 'Express', price: 990, sort_order: 0 },
      { channel_id, code: 'standard', name: 'Standard', price: 490, free_from: 6_050, sort_order: 1 },
    ])
    .execute()
  await db.transaction().execute((tx) => noteChange(tx, ['storefront']))
  await services.changes.catchUp()
  expect(await words(german)).toEqual({
    promise: 'On orders of 60,50\u00a0€ or more',
    notice: notice('60,50\u00a0€'),
    answer: '4,90\u00a0€ for orders below 60,50\u00a0€ and nothing above.',
    postcode: 'postcode',
  })
})

test('calls are of the channel of host and cookie; a channel that is switched off is the default one at once', async () => {
  const who = shop.guest(new Map([['channel', 'de']]))
  expect(ok(await who.api.product.single({ id: slug })).channel.selling_price).toEqual({
    amount: 4_321,
    currency: 'EUR',
  })
  expect(ok(await who.api.storefront.all())).toMatchObject({
    channel: { code: 'de', country: { code: 'DE', mobile_code: '+49' }, is_tax_included: false },
    channels: [
      { code: 'india', url: null },
      { code: 'fr', url: `${store.protocol}//fr.example/` },
      { code: 'de', url: null },
    ],
  })
  await db.updateTable('channels').set({ is_active: false }).where('code', '=', 'de').execute()
  await db.transaction().execute((tx) => noteChange(tx, [channelsTag]))
  await services.changes.catchUp()
  expect((await get(page, german)).body).toContain('₹')
  expect(ok(await who.api.product.single({ id: slug })).channel.selling_price.currency).toBe('INR')
})

test('pages and feed of a channel in the EU compare a reduction with the lowest price of the 30 days before it, and give prices per unit', async () => {
  const france = { host: 'fr.example' }
  for (const path of [page, '/shop-online']) expect((await twice(path, france)).body).toContain('76,54')
  const { product_id } = await db
    .updateTable('prices')
    .from('variations')
    .whereRef('variations.id', '=', 'prices.variation_id')
    .where('variation_id', '=', variationId)
    .where('channel_id', '=', (eb) => eb.selectFrom('channels').select('id').where('code', '=', 'fr'))
    .set({ selling_price: 6_000, mrp: 9_000 })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('variations').set({ content: '50 ml' }).where('id', '=', variationId).execute()
  await db.transaction().execute((tx) => noteChange(tx, ['listing', `product:${product_id}`]))
  await services.changes.catchUp()

  for (const path of [page, '/shop-online']) {
    const { body } = await twice(path, france)
    expect(body).toMatch(/60\sCHF.*30-day lowest price.*76,54.*21% off/s)
    expect(body).not.toMatch(/90\sCHF/)
    expect(body).toMatch(/120\sCHF per 100\sml/)
  }
  const feed = (await get('/feeds/google.xml', france)).body
  expect(feed).toContain('<g:price>76.54 CHF</g:price><g:sale_price>60.00 CHF</g:sale_price>')
  expect(feed).toContain(
    '<g:unit_pricing_measure>50 ml</g:unit_pricing_measure><g:unit_pricing_base_measure>100 ml</g:unit_pricing_base_measure>',
  )
  expect((await get(page, france)).body).toMatch(/"UnitPriceSpecification","price":"60.00"/)
  expect((await get(page)).body).not.toContain('30-day')
})
