import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { effectivePrice } from '#contract/rules/price-lists.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { createMemoryCatalogIndex } from '#server/catalog/catalog-index/memory-catalog-index.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { exportPriceList } from './editing/manage-price-lists.ts'
import { noteListPricesJob } from './note-prices.ts'
import { switchPriceListsJob } from './switch-price-lists.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  pageCache: true,
  extend: (server, _pipeline, services) => serveSeo(server, { services }),
})
const { db, pool, connection } = shop
/** Another process of the shop, in which no job runs. */
const other = await openShop({
  beside: { db, pool, connection },
  pages: true,
  pageCache: true,
  extend: (server, _pipeline, services) => serveSeo(server, { services }),
})
const { adminPriceLists } = (await signedInStaff(shop, 'manager')).admin
const channel = await readDefaultChannel(db)
const indexes = await Promise.all(
  [shop, other].map(async ({ services: { changes, log } }) => createMemoryCatalogIndex({ db, changes, log })),
)
await Promise.all(indexes.map((index) => index.ready(channel.id)))
afterAll(() => Promise.all(indexes.map((index) => index.stop())))

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

async function makeGoods(name: string) {
  const { product_id: variation_id } = await makeProduct(db, { name, stock: 1_000 })
  const { product_id, slug } = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'slug'])
    .where('variations.id', '=', variation_id)
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => noteChange(tx, ['listing', `product:${product_id}`]))
  await Promise.all([shop, other].map(({ services }) => services.changes.catchUp()))
  return { name, variation_id, product_id, slug }
}

/** What each place of a process says that the goods cost, in minor units. Pages come from the cache where they are in it. */
async function pricesIn(process: 0 | 1, { name, variation_id, product_id, slug }: Goods) {
  const { app, guest } = process === 0 ? shop : other
  const page = async (url: string) =>
    (await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })).body
  const amounts = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, digits]) => Number(digits) * 100)
  const [html, results, feed] = [
    await page(`/product/${slug}`),
    await page(`/search?query=${name}`),
    await page('/feeds/google.xml'),
  ]
  const item = feed.split('<item>').find((one) => one.includes(`/product/${slug}`)) ?? ''
  const { api } = guest()
  const scope = { kind: 'search', query: name } as const
  const found = await Promise.all(
    [40_000, 50_000].map(async (amount) => {
      const filters = { price: { min: amount, max: amount } }
      const listing = {
        channelId: channel.id,
        scope,
        filters,
        sort: 'default',
        page: 1,
        perPage: 96,
      } as const
      return (await indexes[process]?.listing(listing))?.productIds.includes(product_id) ? amount : 0
    }),
  )
  return {
    page: amounts(html, /"price":"(\d+)\.00"/g)[0],
    shown: amounts(html, /₹(400|500)\b/g)[0],
    card: amounts(results, /₹(400|500)\b/g)[0],
    feed: amounts(item, /<g:sale_price>(\d+)\.00/g)[0] ?? amounts(item, /<g:price>(\d+)\.00/g)[0],
    api: ok(await api.product.single({ id: slug })).channel.selling_price.amount,
    index: Math.max(...found),
    cart: ok(await api.cart.addItem({ product_id: variation_id })).items[0]?.product.channel.selling_price
      .amount,
  }
}
type Goods = Awaited<ReturnType<typeof makeGoods>>
const everywhere = (amount: number) =>
  Object.fromEntries(
    ['page', 'shown', 'card', 'feed', 'api', 'index', 'cart'].map((place) => [place, amount]),
  )

test('a scheduled price begins and ends by itself within 2 s: card, page, JSON-LD, feed, index and cart of two processes', async () => {
  const goods = await makeGoods('Quillwort')
  const others = await makeGoods('Brindlewort')
  const items = [{ variation_id: goods.variation_id, price: 40_000 }]
  const values = { name: 'Sale', starts_at: soon(600_000), ends_at: null, items }
  let record = ok(await adminPriceLists.create({ values }))
  const all = async (of: Goods) => [await pricesIn(0, of), await pricesIn(1, of)]
  const both = (amount: number) => [everywhere(amount), everywhere(amount)]
  expect(await all(goods)).toEqual(both(50_000))
  const delivered: number[] = []
  const running = await startJobs({
    services: shop.services,
    jobs: [switchPriceListsJob, noteListPricesJob],
    pool,
  })

  const ends = [shop, other].map(({ services: { changes } }) =>
    changes.subscribe((tags) => {
      if (tags.includes(`product:${goods.product_id}`)) delivered.push(Date.now())
    }),
  )
  for (const [time, amount] of [
    ['starts_at', 40_000],
    ['ends_at', 50_000],
  ] as const) {
    const moment = Date.now() + 3_000
    const changed = { ...record.values, [time]: new Date(moment).toISOString() }
    record = ok(await adminPriceLists.update({ ...record, values: changed }))
    // The change of the times was noted too: what structured data say of them.
    await Promise.all([shop, other].map(({ services }) => services.changes.catchUp()))
    delivered.length = 0
    await vi.waitFor(() => expect(delivered).toHaveLength(2), { timeout: 20_000 })
    for (const at of delivered) {
      expect(at - moment).toBeGreaterThanOrEqual(0)
      expect(at - moment).toBeLessThan(2_000)
    }
    await vi.waitFor(async () => expect(await all(goods)).toEqual(both(amount)), {
      timeout: 20_000,
      interval: 20,
    })
  }
  expect(await all(others)).toEqual(both(50_000))
  const charged = () =>
    db
      .selectFrom('price_history')
      .select('selling_price')
      .where('variation_id', '=', goods.variation_id)
      .orderBy('id')
      .execute()
  await vi.waitFor(async () =>
    expect(await charged()).toEqual([{ selling_price: 50_000 }, { selling_price: 40_000 }]),
  )
  await running.stop()
  for (const stop of ends) stop()
})

test('structured data and feed say when the price of a list ends, unless it is the price without lists too', async () => {
  const goods = await makeGoods('Saltwort')
  await db.updateTable('prices').set({ mrp: 60_000 }).where('variation_id', '=', goods.variation_id).execute()
  const said = async () => {
    await shop.services.changes.catchUp()
    const get = async (url: string) => (await shop.app.inject({ url })).body
    const feed = (await get('/feeds/google.xml')).split('<item>')
    return {
      until: /"priceValidUntil":"([^"]+)"/.exec(await get(`/product/${goods.slug}`))?.[1],
      feed: /sale_price_effective_date>([^<]+)/.exec(
        feed.find((one) => one.includes(`/product/${goods.slug}`)) ?? '',
      )?.[1],
    }
  }
  const nextYear = `${new Date().getUTCFullYear() + 1}-12-31`
  const values = { name: 'Sale', starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2099-02-03T04:05:06.000Z' }
  const item = { variation_id: goods.variation_id, price: 40_000 }
  let record = ok(await adminPriceLists.create({ values: { ...values, items: [item] } }))
  expect(await said()).toEqual({
    until: '2099-02-03T04:05:06.000Z',
    feed: '2026-01-01T00:00:00Z/2099-02-03T04:05:06Z',
  })
  record = ok(await adminPriceLists.update({ ...record, values: { ...record.values, ends_at: null } }))
  expect(await said()).toEqual({ until: nextYear, feed: undefined })
  await adminPriceLists.update({
    ...record,
    values: { ...record.values, ends_at: values.ends_at, items: [{ ...item, price: 50_000 }] },
  })
  expect(await said()).toEqual({ until: nextYear, feed: undefined })
})

test('a list in effect is followed at once when it is changed, switched off and deleted', async () => {
  const goods = await makeGoods('Sedgewort')
  const shown = async () => {
    await shop.services.changes.catchUp()
    return pricesIn(0, goods)
  }
  const items = [{ variation_id: goods.variation_id, price: 40_000 }]
  let record = ok(await adminPriceLists.create({ values: { name: 'Now', items } }))
  const save = async (values: object) => {
    record = ok(await adminPriceLists.update({ ...record, values: { ...record.values, ...values } }))
  }
  expect(await shown()).toEqual(everywhere(40_000))
  await save({ is_active: false })
  expect(await shown()).toEqual(everywhere(50_000))
  await save({ is_active: true })
  expect(await shown()).toEqual(everywhere(40_000))
  await save({ items: [{ ...items[0], price: 60_000 }] })
  expect(await shown(), 'a list makes nothing dearer').toEqual(everywhere(50_000))
  await save({ items })
  ok(await adminPriceLists.remove({ id: record.id, version: record.version }))
  expect(await shown()).toEqual(everywhere(50_000))
})

test('a price list refuses goods that are listed twice, gone or not sold, and times out of order, at their fields', async () => {
  const { variation_id } = await makeGoods('Ragwort')
  const refused = async (values: object) => {
    const reply = await adminPriceLists.create({ values: { name: 'Sale', ...values } })
    return reply.status === 'error' && reply.errors
  }
  const item = { variation_id, price: 100 }
  expect(await refused({ items: [item, item, { variation_id: 999_999_999, price: 1 }] })).toEqual({
    'values.items.1.min_quantity': ['It is in the list twice from this quantity'],
    'values.items.2.variation_id': ['It is gone, or not sold in this channel'],
  })
  expect(await refused({ items: [{ ...item, price: 0 }] })).toEqual({
    'values.items.0.price': ['Please enter a price above 0'],
  })
  expect(await refused({ starts_at: soon(2_000), ends_at: soon(1_000) })).toEqual({
    'values.ends_at': ['Please choose a time after the start'],
  })
})

test('a list is exported with SKU, quantity and price', async () => {
  const { variation_id } = await makeGoods('Glasswort')
  const items = [
    { variation_id, min_quantity: 1, price: 40_000 },
    { variation_id, min_quantity: 10, price: 39_950 },
  ]
  const { id } = ok(await adminPriceLists.create({ values: { name: 'Sale', is_active: false, items } }))
  const file = await text((await exportPriceList(db, id)) ?? Readable.from([]))
  expect(file.split('\r\n').map((line) => line.split(',').slice(1).join())).toEqual([
    'name,min_quantity,price',
    'Glasswort,1,400.00',
    'Glasswort,10,399.50',
    '',
  ])
  expect(await exportPriceList(db, 999_999)).toBeUndefined()
})

const time = fc.integer({ min: 0, max: 4 })
const list = fc.record({
  starts: time,
  ends: fc.option(time),
  is_active: fc.boolean(),
  group: fc.option(fc.integer({ min: 0, max: 1 })),
  items: fc.uniqueArray(
    fc.record({ min_quantity: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 1, max: 9 }) }),
    {
      selector: ({ min_quantity }) => min_quantity,
      maxLength: 3,
    },
  ),
})
const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour))

test('the effective price is the same in SQL and in the rule for any lists, groups, quantities and times', async () => {
  const { variation_id } = await makeGoods('Pipewort')
  const groups = await db
    .insertInto('customer_groups')
    .values([{ name: 'Trade' }, { name: 'Staff' }])
    .returning('id')
    .execute()
  await fc.assert(
    fc.asyncProperty(fc.array(list, { maxLength: 4 }), fc.integer({ min: 1, max: 9 }), async (lists, own) => {
      await db.deleteFrom('price_lists').execute()
      const stored = lists.map(({ starts, ends, group, ...one }) => ({
        ...one,
        starts_at: at(starts),
        ends_at: ends !== null && ends > starts ? at(ends) : null,
        customer_group_id: group === null ? null : (groups[group]?.id ?? null),
      }))
      for (const { items, ...row } of stored) {
        const { id } = await db
          .insertInto('price_lists')
          .values({ ...row, name: 'Any', channel_id: channel.id })
          .returning('id')
          .executeTakeFirstOrThrow()
        for (const item of items)
          await db
            .insertInto('price_list_items')
            .values({ ...item, price_list_id: id, variation_id })
            .execute()
      }
      const prices = stored.flatMap(({ items, ...row }) => items.map((item) => ({ ...row, ...item })))
      const shoppers = [0, 1, 2, 3, 4].flatMap((hour) =>
        [1, 2, 3, 4].flatMap((quantity) =>
          [[], [0], [1], [0, 1]].map((of) => ({
            hour,
            quantity,
            groups: of.map((one) => groups[one]?.id ?? 0),
          })),
        ),
      )
      const { rows } = await sql<{ price: number }>`
        select charged.price from json_to_recordset(${JSON.stringify(shoppers)}::json) s(hour integer, quantity integer, groups bigint[])
        cross join lateral effective_price(${own}, ${variation_id}, ${channel.id}, s.groups, s.quantity,
          timestamptz '2030-01-01 00:00Z' + make_interval(hours => s.hour)) charged`.execute(db)
      expect(rows.map(({ price }) => price)).toEqual(
        shoppers.map(({ hour, ...shopper }) => effectivePrice(own, prices, { ...shopper, at: at(hour) })),
      )
    }),
    { numRuns: 50 },
  )
  await db.deleteFrom('price_lists').execute()
})
