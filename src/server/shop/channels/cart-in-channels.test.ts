import { expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { addChannel } from '#harness/channels.ts'
import { withCheckout } from '#harness/checkout.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small', settings: { enable_multi_channel: true } }))
const { db } = shop
const germany = await addChannel(shop, { is_tax_included: false })
await db.insertInto('states').values({ id: 900, country_id: 82, name: 'Hessen', code: 'HE' }).execute()
await db
  .insertInto('pincodes')
  .values({
    country_id: 82,
    prefix: '',
    region: 'Germany',
    min_days: 2,
    max_days: 4,
    is_cod_available: true,
    is_serviceable: true,
  })
  .execute()
await db
  .insertInto('tax_rates')
  .values({ country_id: 82, tax_class: 'standard', name: 'USt', rate_bp: 1_900 })
  .execute()
await db
  .insertInto('shipping_methods')
  .values({ channel_id: germany, code: 'post', name: 'Post', price: 490 })
  .execute()
await db
  .insertInto('payment_methods')
  .values({ channel_id: germany, code: 'cod', name: 'Nachnahme', fee: 200 })
  .execute()
const validity = {
  title: 'Off',
  type: 'fixed' as const,
  starts_at: new Date(Date.now() - 86_400_000),
  ends_at: new Date(Date.now() + 86_400_000),
}
await db
  .insertInto('coupons')
  .values([
    { channel_id: 1, code: 'SAVE', value: 1_000, ...validity },
    { channel_id: germany, code: 'SAVE', value: 500, ...validity },
    { channel_id: 1, code: 'INDIA', value: 1_000, ...validity },
  ])
  .execute()

const vase = await shop.product({ price: 10_000 })
const bowl = await shop.product({ price: 25_000 })
await db
  .insertInto('prices')
  .values({ variation_id: vase.id, channel_id: germany, selling_price: 1_234, mrp: 1_500 })
  .execute()

const german = { ...address, country_id: 82, state_id: 900, postcode: '60311', phone: '151 2345 6789' }

const choose = (who: Guest, channel: string, headers: Record<string, string> = {}) =>
  who.request({
    method: 'POST',
    url: '/forms/channel',
    payload: `channel=${channel}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const callChoice = async (who: Guest, channel: string) =>
  (
    await who.request({
      method: 'POST',
      url: '/api/storefront/select-channel',
      payload: JSON.stringify({ channel }),
      headers: { 'content-type': 'application/json' },
    })
  ).body

const postedOf = (who: Guest) =>
  JSON.parse(decodeURIComponent(who.cookies.get('__Host-posted_form') ?? 'null')) as {
    message: string | null
    notice: string
  } | null

const amountsOf = (cart: object) => JSON.stringify(cart).match(/"currency":"[A-Z]{3}"/g)

test('a cart moves to the chosen channel with its prices, taxes, methods and coupons', async () => {
  const who = shop.guest()
  ok(await who.api.cart.addItem({ product_id: vase.id, quantity: 2 }))
  ok(await who.api.cart.addItem({ product_id: bowl.id }))
  ok(await who.api.cart.updateShippingMode({ shipping_method: 'standard' }))
  const before = ok(await who.api.cart.couponsApply({ code: 'save' }))
  // 20,000 + 25,000 - 1,000 of coupon + 7,900 of delivery, with the taxes in it.
  expect(before).toMatchObject({ currency: 'INR', grand_total: { amount: 51_900 } })

  expect(await choose(who, 'de')).toMatchObject({ status: 303, headers: { location: '/cart?posted=1' } })
  expect(postedOf(who)).toMatchObject({
    message: null,
    notice: `Your cart now has the prices of the country you chose. Not available here and removed: ${bowl.name}.`,
  })
  const moved = ok(await who.api.cart.get({}))
  expect(moved).toMatchObject({
    id: before.id,
    session_id: before.session_id,
    currency: 'EUR',
    items: [{ product_id: vase.id, quantity: 2, unit_price: { amount: 1_234 }, previous_unit_price: null }],
    shipping_method: null,
    coupon: { code: 'SAVE' },
    discount_total: { amount: 500, currency: 'EUR' },
  })
  expect(moved.version).toBeGreaterThan(before.version)
  expect(new Set(amountsOf(moved))).toEqual(new Set(['"currency":"EUR"']))

  ok(await who.api.cart.updateShippingMode({ shipping_method: 'post' }))
  const cart = ok(await who.api.cart.updatePaymentMode({ payment_method: 'cod' }))
  expect(cart).toMatchObject({
    subtotal: { amount: 2_468 },
    shipping_total: { amount: 490 },
    payment_fee: { amount: 200 },
    // 19 % of 1,968 is 373.92, of 490 is 93.1, of 200 is 38.
    tax_total: { amount: 374 + 93 + 38 },
    grand_total: { amount: 2_468 - 500 + 490 + 200 + 374 + 93 + 38 },
  })

  ok(await who.api.cart.updateAddress({ ...german, same_as_shipping: true }))
  ok(await who.api.cart.updateContact({ phone: german.phone, email: 'anna@example.com' }))
  ok(await who.api.cart.updateShippingMode({ shipping_method: 'post' }))
  const { version } = ok(await who.api.cart.updatePaymentMode({ payment_method: 'cod' }))
  const { order_id } = ok(
    await who.api.checkout.placeOrder({ version, idempotency_key: crypto.randomUUID(), accept_tnc: true }),
  )
  const order = await db
    .selectFrom('orders')
    .select(['channel_id', 'currency', 'grand_total', 'tax_total', 'coupon_code', 'is_tax_included'])
    .where('id', '=', order_id)
    .executeTakeFirst()
  expect(order).toEqual({
    channel_id: germany,
    currency: 'EUR',
    grand_total: 3_163,
    tax_total: 505,
    coupon_code: 'SAVE',
    is_tax_included: false,
  })
})

test('a coupon of another channel is removed, and is unknown there', async () => {
  const who = shop.guest()
  ok(await who.api.cart.addItem({ product_id: vase.id }))
  ok(await who.api.cart.couponsApply({ code: 'INDIA' }))
  await choose(who, 'de')
  expect(ok(await who.api.cart.get({}))).toMatchObject({ coupon: null, subtotal: { amount: 1_234 } })
  expect(await who.api.cart.couponsApply({ code: 'INDIA' })).toMatchObject({ code: 'COUPON_INVALID' })
  expect(await who.api.cart.addItem({ product_id: bowl.id })).toMatchObject({
    status: 'error',
    code: 'NOT_FOUND',
  })
})

test('a cart follows the channel when the cookie is gone, and an order for the other prices is refused', async () => {
  const shopper = await shop.guestAtPayment(vase)
  const { version } = ok(await shopper.api.cart.get({}))
  shopper.cookies.set('channel', 'de')
  const refused = await shopper.api.checkout.placeOrder({
    version,
    idempotency_key: crypto.randomUUID(),
    accept_tnc: true,
  })
  expect(refused).toMatchObject({
    code: 'STALE_CART',
    data: { currency: 'EUR', subtotal: { amount: 1_234 } },
  })
  shopper.cookies.delete('channel')
  expect(ok(await shopper.api.cart.get({}))).toMatchObject({ currency: 'INR', subtotal: { amount: 10_000 } })
})

test('an order and a choice of channel at once leave one order in one currency', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { order, ...shopper } = await shop.guestAtPayment(vase)
    const other = shop.guest(shopper.cookies)
    const { id } = ok(await shopper.api.cart.get({}))
    const [placed] = await Promise.all([order(), choose(other, 'de')])
    const cart = await db
      .selectFrom('carts')
      .select(['status', 'channel_id'])
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow()
    const orders = await db
      .selectFrom('orders')
      .select(['currency', 'channel_id'])
      .where('cart_id', '=', id ?? 0)
      .execute()
    if (placed.status === 'success') {
      expect(cart).toEqual({ status: 'ordered', channel_id: 1 })
      expect(orders).toEqual([{ currency: 'INR', channel_id: 1 }])
    } else {
      // The order's request has no choice: when it comes second, it moves the cart back before it is refused.
      expect(cart.status).toBe('open')
      expect([1, germany]).toContain(cart.channel_id)
      expect(orders).toEqual([])
    }
  }
})

test('a choice leads back to the page of the form, and an unknown channel is refused', async () => {
  const who = shop.guest()
  expect(await choose(who, 'de', { referer: 'https://shop.example/shop-online?sort=price' })).toMatchObject({
    status: 303,
    headers: { location: '/shop-online?sort=price' },
  })
  expect(who.cookies.get('channel')).toBe('de')
  expect(await callChoice(who, 'fr')).toMatchObject({
    errors: { channel: ['This channel is not available'] },
  })
  await shop.setting('enable_multi_channel', false)
  expect(await callChoice(who, 'de')).toMatchObject({ code: 'VALIDATION' })
  ok(await who.api.cart.addItem({ product_id: vase.id }))
  expect(ok(await who.api.cart.get({}))).toMatchObject({ currency: 'INR' })
  await shop.setting('enable_multi_channel', true)
})

test('the cart of a customer moves in its browser, and leaves a cart alone that the customer has in the channel', async () => {
  const { id } = await db
    .insertInto('customers')
    .values({ first_name: 'Anna', email: 'anna@shop.example', email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const home = await shop.customer(id)
  const first = ok(await home.api.cart.addItem({ product_id: vase.id }))
  expect(await choose(home, 'de')).toMatchObject({ headers: { location: '/cart?posted=1' } })
  expect(ok(await home.api.cart.get({}))).toMatchObject({ id: first.id, currency: 'EUR', customer_id: id })

  // Another browser of the same customer is in the default channel, where nothing is left.
  const phone = await shop.customer(id)
  const second = ok(await phone.api.cart.addItem({ product_id: bowl.id }))
  expect(second).toMatchObject({ currency: 'INR', subtotal: { amount: 25_000 } })
  expect(second.id).not.toBe(first.id)
  expect(await choose(phone, 'de')).toMatchObject({ headers: { location: '/' } })
  expect(ok(await phone.api.cart.get({}))).toMatchObject({ id: first.id, subtotal: { amount: 1_234 } })
  const carts = await db
    .selectFrom('carts')
    .select(['id', 'channel_id'])
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute()
  expect(carts).toEqual([
    { id: first.id, channel_id: germany },
    { id: second.id, channel_id: 1 },
  ])
})
