import { expect, test } from 'vitest'
import { addChannel } from '#harness/channels.ts'
import { openShop } from '#harness/open-shop.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { pincodeAvailabilityPlugin } from './server.ts'
import { pincodeAvailabilityWeb } from './web.ts'

const plugins = [pincodeAvailabilityPlugin]
const webPlugins = [pincodeAvailabilityWeb]
const shop = await openShop({ seed: true, pages: true, plugins, webPlugins })
const { db, services, guest } = shop

async function switchPlugin(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'PincodeAvaliability', is_active })
  await services.changes.catchUp()
}
await switchPlugin(true)

const check = (query: string) =>
  guest().request({ method: 'GET', url: `/api/plugins/PincodeAvaliability/check?${query}` })
const page = (query = '') => guest().request({ method: 'GET', url: `/product/veranda-planter${query}` })

test('a check has city, state, days and cash on delivery of the delivery area', async () => {
  const area = await db
    .selectFrom('pincodes')
    .selectAll()
    .where('prefix', 'in', ['5', '56', '560'])
    .orderBy('prefix', 'desc')
    .executeTakeFirstOrThrow()

  const reply = await check('pincode=560%20001')

  expect(reply).toMatchObject({
    status: 200,
    body: {
      data: {
        pincode: '560001',
        available: true,
        cod_available: area.is_cod_available,
        state: 'Karnataka',
        eta_days: { min: area.min_days, max: area.max_days },
        message: expect.stringMatching(/^Delivery in \d/),
      },
    },
  })
})

test('a check agrees with the cart: outside the delivery area nothing is available, and dear products are not paid in cash', async () => {
  const method = await db
    .selectFrom('payment_methods')
    .select('max_order')
    .where('code', '=', 'cod')
    .executeTakeFirstOrThrow()
  const variation = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select('variations.id')
    .where('slug', '=', 'veranda-planter')
    .executeTakeFirstOrThrow()

  expect(await check('pincode=900001')).toMatchObject({
    body: {
      data: {
        available: false,
        cod_available: false,
        eta_days: null,
        message: 'We do not deliver to 900001',
      },
    },
  })
  await db
    .updateTable('prices')
    .set({ selling_price: (method.max_order ?? 0) + 100, mrp: (method.max_order ?? 0) + 100 })
    .where('variation_id', '=', variation.id)
    .execute()
  expect(await check(`pincode=560001&product_id=${variation.id}`)).toMatchObject({
    body: { data: { available: true, cod_available: false } },
  })
})

test('an invalid pincode is refused at its field', async () => {
  for (const pincode of ['12', 'MG Road', '056001'])
    expect(await check(`pincode=${encodeURIComponent(pincode)}`)).toMatchObject({
      status: 422,
      body: { errors: { pincode: ['This field is not valid'] } },
    })
})

test('the product page has the form for everyone, and with ?pincode= the answer, never cached', async () => {
  const plain = await page()
  const requested = await page('?pincode=560001')
  const wrong = await page('?pincode=12')

  expect(plain.body).toContain('Check delivery to your pincode')
  expect(plain.body).not.toContain('Arrives')
  expect(requested.body).toMatch(/Arrives <?!?-?-? ?-?-?>?\w{3} \d+/)
  expect(wrong.body).toContain('Please enter a valid pincode')
  expect(String(plain.headers['cache-control'])).not.toContain('no-store')
  expect(String(requested.headers['cache-control'])).toContain('no-store')
})

test('in another country the field and its error have the word of that country for postal codes', async () => {
  const host = 'de.example'
  const channel_id = await addChannel(shop, { host })
  await db
    .insertInto('prices')
    .columns(['variation_id', 'channel_id', 'selling_price', 'mrp'])
    .expression((eb) =>
      eb
        .selectFrom('variations')
        .innerJoin('products', 'products.id', 'product_id')
        .select(({ lit }) => [
          'variations.id',
          lit(channel_id).as('channel_id'),
          lit(2_000).as('selling_price'),
          lit(2_000).as('mrp'),
        ])
        .where('slug', '=', 'veranda-planter'),
    )
    .execute()
  const url = '/product/veranda-planter?pincode=12'
  const { body } = await guest().request({ method: 'GET', url, headers: { host } })

  expect(body).toContain('Check delivery to your postcode')
  expect(body).toContain('Please enter a valid postcode')
  expect(String(body).replaceAll(/<script.*?<\/script>/gs, '')).not.toMatch(/>[^<]*pincode/i)
})

test('an inactive plugin has no call and no form', async () => {
  await switchPlugin(false)
  const reply = await check('pincode=560001')
  const shown = await page()
  await switchPlugin(true)

  expect(reply).toMatchObject({ status: 404, body: { code: 'PLUGIN_INACTIVE' } })
  expect(shown.body).not.toContain('Check delivery to your pincode')
})
