import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EtaDays } from '#contract/rules/delivery-dates.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'
import { MOST_VARIATIONS } from '#server/catalog/catalog-index/feed/batches-by-size.ts'
import { readBatchEnd, readIndexRows } from '#server/catalog/catalog-index/feed/read-index-rows.ts'
import { exportShopify } from '#server/catalog/importing/export-shopify.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { json } from '#server/platform/kernel/schema.ts'

type Thing = Record<string, unknown>

const shop = await openShop({
  seed: true,
  pages: true,
  extend: (app, _, services) => serveSeo(app, { services }),
})

const htmlOf = async (url: string) => String((await shop.request({ method: 'GET', url })).body)

/** The structured data of a page. */
async function thingsOf(url: string): Promise<Thing[]> {
  const [, json = '{}'] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await htmlOf(url)) ?? []
  return (JSON.parse(json) as { '@graph': Thing[] })['@graph']
}

test.each(['/', '/shop-online', '/product/moon-vase', '/about', '/blogs', '/cart', '/no-such-page'])(
  'link previews of %s name the shop and its language',
  async (path) => {
    const html = await htmlOf(path)

    expect(html.match(/<meta property="og:site_name" content="[^"]*"/g)).toEqual([
      '<meta property="og:site_name" content="Kiln &#38; Loom"',
    ])
    expect(html.match(/<meta property="og:locale" content="[^"]*"/g)).toEqual([
      '<meta property="og:locale" content="en_IN"',
    ])
  },
)

test('structured data and feed state the delivery days that the cart shows for all postcodes', async () => {
  const { api } = shop.guest()
  const product = ok(await shop.api.product.single({ id: 'banyan-fan-mug' }))
  ok(await api.cart.addItem({ product_id: product.id }))
  const prefixes = await shop.db
    .selectFrom('pincodes')
    .innerJoin('countries', 'countries.id', 'pincodes.country_id')
    .select('prefix')
    .where('code', '=', 'IN')
    .execute()
  const ofCart: EtaDays[] = []
  for (const { prefix } of prefixes) {
    const { methods } = ok(await api.delivery.estimate({ postcode: `${prefix}001` }))
    ofCart.push(
      ...methods.flatMap(({ code, eta_days }) => (code === 'standard' && eta_days ? [eta_days] : [])),
    )
  }
  const days = {
    min: Math.min(...ofCart.map(({ min }) => min)),
    max: Math.max(...ofCart.map(({ max }) => max)),
  }

  const delivery = (await thingsOf('/product/banyan-fan-mug')).find(
    (thing) => thing['@type'] === 'OfferShippingDetails',
  )
  const { handlingTime, transitTime } = (delivery?.deliveryTime ?? {}) as Record<
    string,
    { minValue: number; maxValue: number }
  >
  const feed = String((await shop.request({ method: 'GET', url: '/feeds/google.xml' })).body)
  const [, standard = ''] = /<g:service>Standard delivery<\/g:service>(.*?)<\/g:shipping>/s.exec(feed) ?? []
  const timeOf = (name: string) => Number(new RegExp(`<g:${name}_time>(\\d+)<`).exec(standard)?.[1])

  expect({
    min: (handlingTime?.minValue ?? 0) + (transitTime?.minValue ?? 0),
    max: (handlingTime?.maxValue ?? 0) + (transitTime?.maxValue ?? 0),
  }).toEqual(days)
  expect([timeOf('min_handling'), timeOf('max_handling')]).toEqual([
    handlingTime?.minValue,
    handlingTime?.maxValue,
  ])
  expect([timeOf('min_transit'), timeOf('max_transit')]).toEqual([
    transitTime?.minValue,
    transitTime?.maxValue,
  ])
})

test('the home page describes the store with address, contact point and return policy', async () => {
  const [store] = await thingsOf('/')

  expect(store).toMatchObject({
    '@type': 'OnlineStore',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '12 Lamp Lane, Pune, Maharashtra 411001',
      addressRegion: 'Maharashtra',
      addressCountry: 'IN',
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: 'hello@kilnandloom.example',
      telephone: '+91 90000 00000',
      availableLanguage: 'en',
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 10,
      returnFees: 'https://schema.org/FreeReturn',
    },
  })
})

test('a store states only the facts that it has', async () => {
  const facts = { store_address: '1 Quay\n Dublin', store_country: 'Ireland', store_state: '' }
  await setSettings(shop.services, {
    ...facts,
    ...{ store_email: '', store_phone: '', customer_care_email: '', customer_care_phone: '' },
  })
  const [store] = await thingsOf('/')

  expect(store?.address).toEqual({
    '@type': 'PostalAddress',
    streetAddress: '1 Quay, Dublin',
    addressCountry: 'Ireland',
  })
  expect(store).not.toHaveProperty('contactPoint')
  expect(store).not.toHaveProperty('email')
})

test('product page and feed state the same material and size, and a part number instead of a missing barcode', async () => {
  const { db } = shop
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'your-words-mug')
    .executeTakeFirstOrThrow()
  const specifications = [
    { label: 'Material', value: 'Stone & clay' },
    { label: 'MPN', value: 'YW-1' },
  ]
  await db
    .updateTable('products')
    .set({ specifications: json(specifications) })
    .where('id', '=', id)
    .execute()
  await db.updateTable('variations').set({ barcode: null }).where('product_id', '=', id).execute()
  await noteChange(db, [`product:${id}`, 'catalog'])
  await shop.services.changes.catchUp()

  const [product] = await thingsOf('/product/your-words-mug')
  expect(product).toMatchObject({ '@type': 'Product', material: 'Stone & clay', mpn: 'YW-1' })
  const feed = String((await shop.request({ method: 'GET', url: '/feeds/google.xml' })).body)
  const [item = ''] = feed.split('<item>').filter((one) => one.includes('/product/your-words-mug?'))
  expect(item).toContain('<g:material>Stone &amp; clay</g:material>')
  expect(item).toContain('<g:mpn>YW-1</g:mpn>')
  expect(item).not.toContain('g:identifier_exists')
})

test('feed, export and catalog index read products with many variations in several statements, and leave none out', async () => {
  const { db } = shop
  const category = await db.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow()
  const { id: channel_id } = await db.selectFrom('channels').select('id').limit(1).executeTakeFirstOrThrow()
  await sql`
    with made as (
      insert into products (name, slug, category_id, is_published, published_at)
      select 'Zephyrine ' || n, 'yarn-' || n, ${category.id}, true, now() from generate_series(1, 4) n returning id
    ), varied as (
      insert into variations (product_id, sku, is_default, position)
      select id, 'Y-' || id || '-' || n, n = 1, n from made, generate_series(1, 2000) n returning id
    )
    insert into prices (variation_id, channel_id, selling_price, mrp) select id, ${channel_id}, 500, 500 from varied`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  await db.transaction().execute((tx) => noteChange(tx, ['catalog']))
  await shop.services.changes.catchUp()
  const feed = await htmlOf('/feeds/google.xml')
  expect(feed.match(/<g:id>Y-/g)).toHaveLength(8_000)
  let rows = 0
  for await (const text of exportShopify({ db })) rows += text.match(/^yarn-\d|,yarn-\d+,/gm)?.length ?? 0
  expect(rows).toBe(8_000)

  let [end, found] = [0, 0]
  for (let reads = 0; end !== null; reads++) {
    expect(reads).toBeLessThan(10)
    const next = await readBatchEnd(db, end, 1_000)
    if (next === null) break
    const read = await readIndexRows(db, channel_id, { from: end + 1, to: next })
    const sizes = read.map(({ variations }) => variations?.length ?? 0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_VARIATIONS + 2_000)
    found += sizes.filter((size) => size === 2_000).length
    end = next
  }
  expect(found).toBe(4)
})
