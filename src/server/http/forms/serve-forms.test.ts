import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import type { PostedForm } from '#contract/posted-form.ts'
import { withCheckout } from '#harness/checkout.ts'
import { otpFor, wrongOtp } from '#harness/customers.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db, app } = shop

const key = () => crypto.randomUUID()

const post = (
  who: Guest,
  name: string,
  fields: Record<string, string | number>,
  headers: Record<string, string | undefined> = {},
) =>
  who.request({
    method: 'POST',
    url: `/forms/${name}`,
    payload: formBody(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const formBody = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

const postedOf = (who: Guest): PostedForm | null =>
  JSON.parse(decodeURIComponent(who.cookies.get('__Host-posted_form') ?? 'null'))

const seeOther = (location: unknown) => ({ status: 303, headers: { location, 'cache-control': 'no-store' } })

const cartOf = async (who: Guest) => ok(await who.api.cart.get({}))

const orderCount = async () =>
  Number(
    (
      await db
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const addressForm = {
  'contact.phone': '98765 43210',
  'contact.email': 'asha@example.com',
  same_as_shipping: 'yes',
  'shipping.country_id': 101,
  'shipping.state_id': 17,
  'shipping.first_name': 'Asha',
  'shipping.last_name': 'Rao',
  'shipping.address_line_1': '12 MG Road',
  'shipping.city': 'Bengaluru',
  'shipping.postcode': '560001',
}

/** The fields of the payment page's form. */
const orderForm = ({ cart }: { cart: { version: number; grand_total: { amount: number } } }) => ({
  version: cart.version,
  idempotency_key: key(),
  expected_total: cart.grand_total.amount,
  shipping_method: 'standard',
  payment_method: 'cod',
  accept_tnc: 'on',
})

test('a guest orders with forms alone, from the product to the tracking page', async () => {
  const vase = await shop.product({ price: 50_000, stock: 8 })
  const who = shop.guest()

  expect(await post(who, 'add-to-cart', { product_id: vase.id, quantity: 2 })).toMatchObject(
    seeOther('/cart'),
  )
  const { items } = await cartOf(who)
  expect(items).toMatchObject([{ product_id: vase.id, quantity: 2 }])

  await post(who, 'update-quantity', { item_id: items[0]?.id ?? 0, quantity: 3 })
  expect((await cartOf(who)).total_quantity).toBe(3)

  expect(await post(who, 'checkout-address', addressForm)).toMatchObject(
    seeOther('/checkout/payment?posted=1'),
  )
  const cart = await cartOf(who)
  expect(cart).toMatchObject({
    phone: '9876543210',
    shipping_address: { city: 'Bengaluru', postcode: '560001' },
    billing_address: { city: 'Bengaluru' },
    shipping_method: { code: 'standard' },
  })

  const placed = await post(who, 'place-order', orderForm({ cart }))
  expect(placed).toMatchObject(
    seeOther(expect.stringMatching(/^\/checkout-complete\?order_id=\d+&token=[^&]+&type=cod$/)),
  )
  const { order_id, token } = queryIn(placed)
  const order = ok(await who.api.checkout.complete({ order_id: order_id ?? '', token: token ?? '' }))
  expect(order).toMatchObject({ payment_method: { code: 'cod' }, productchannel: [{ quantity: 3 }] })

  const other = shop.guest()
  await post(other, 'track-order', { order_no: order.order_no, input: '9876543210' })
  expect(postedOf(other)).toMatchObject({ form: 'track-order', sentTo: '9876543210' })
  const code = await otpFor(db, '9876543210')
  await post(other, 'track-order', { order_no: order.order_no, input: '9876543210', otp: wrongOtp(code) })
  expect(postedOf(other)).toMatchObject({ sentTo: '9876543210', errors: { otp: 'The OTP is incorrect' } })
  expect(JSON.stringify(postedOf(other))).not.toContain(wrongOtp(code))
  expect(
    await post(other, 'track-order', { order_no: order.order_no, input: '9876543210', otp: code }),
  ).toMatchObject(seeOther(expect.stringMatching(/^\/track-order\/.+\..+/)))
  expect(postedOf(other)).toBeNull()
})

const queryIn = ({ headers }: Awaited<ReturnType<typeof post>>): Record<string, string> =>
  Object.fromEntries(new URL(String(headers.location), 'http://shop').searchParams)

test('a refused item leads to the cart with the reason, and the cart is unchanged', async () => {
  const vase = await shop.product({ stock: 1 })
  const who = shop.guest()

  const reply = await post(who, 'add-to-cart', {
    product_id: vase.id,
    quantity: 2,
    return_to: '/product/vase',
  })

  expect(reply).toMatchObject(seeOther('/cart?posted=1'))
  expect(postedOf(who)).toEqual({
    form: 'add-to-cart',
    values: { return_to: '/product/vase' },
    errors: {},
    message: 'Only 1 left in stock',
  })
  expect((await cartOf(who)).items).toEqual([])
})

test('an item without a chosen size leads back to the product, and the cart is unchanged', async () => {
  const who = shop.guest()
  const fields = { choose: 'size', quantity: 1, return_to: '/product/shirt#attribute-size' }

  expect(await post(who, 'add-to-cart', fields)).toMatchObject(seeOther('/product/shirt#attribute-size'))
  expect(await post(who, 'add-to-cart', { ...fields, return_to: 'https://evil.example' })).toMatchObject(
    seeOther(expect.stringMatching(/^\/(?!\/)/)),
  )
  expect((await cartOf(who)).items).toEqual([])
})

test('Buy now continues with the address', async () => {
  const vase = await shop.product()
  const who = shop.guest()

  const fields = { product_id: vase.id, quantity: 1, next: 'checkout' }

  expect(await post(who, 'add-to-cart', fields)).toMatchObject(seeOther('/checkout/address'))
})

test('a wrong coupon returns to its page with the error beside the field; a valid one applies and is removed', async () => {
  const vase = await shop.product()
  const { code } = await shop.coupon()
  const who = await shop.guestAtPayment(vase)
  const from = { return_to: '/checkout/payment' }

  const refused = await post(who, 'apply-coupon', { code: 'NOPE', ...from })

  expect(refused).toMatchObject(seeOther('/checkout/payment?posted=1'))
  expect(postedOf(who)).toMatchObject({
    form: 'apply-coupon',
    values: { code: 'NOPE' },
    errors: { code: expect.stringContaining('coupon') },
    message: null,
  })
  expect(await post(who, 'apply-coupon', { code, ...from })).toMatchObject(seeOther('/checkout/payment'))
  expect(postedOf(who)).toBeNull()
  expect((await cartOf(who)).coupon?.code).toBe(code)
  await post(who, 'remove-coupon', {})
  expect((await cartOf(who)).coupon).toBeNull()
})

test('a coupon that a change removes is reported on the next page', async () => {
  const vase = await shop.product({ price: 60_000 })
  const { code } = await shop.coupon({ min_order: 100_000 })
  const who = shop.guest()
  await post(who, 'add-to-cart', { product_id: vase.id, quantity: 2 })
  await post(who, 'apply-coupon', { code })
  const { items } = await cartOf(who)

  const reply = await post(who, 'update-quantity', {
    item_id: items[0]?.id ?? 0,
    quantity: 1,
    return_to: '//evil.example',
  })

  expect(reply).toMatchObject(seeOther('/account?posted=1'))
  expect(postedOf(who)?.message).toMatch(new RegExp(`^${code} was removed`))
  expect((await cartOf(who)).coupon).toBeNull()
})

test('a wrong address returns to the form, which keeps the posted values', async () => {
  const vase = await shop.product()
  const who = shop.guest()
  await post(who, 'add-to-cart', { product_id: vase.id })

  const reply = await post(who, 'checkout-address', { ...addressForm, 'shipping.postcode': '99' })

  expect(reply).toMatchObject(seeOther('/checkout/address?posted=1'))
  expect(postedOf(who)).toMatchObject({
    form: 'checkout-address',
    values: { 'shipping.first_name': 'Asha', 'shipping.postcode': '99', 'contact.email': 'asha@example.com' },
    errors: { 'shipping.postcode': expect.any(String) },
    message: null,
  })
})

test('another billing address is requested first, and has errors of its own', async () => {
  const vase = await shop.product()
  const who = shop.guest()
  await post(who, 'add-to-cart', { product_id: vase.id })
  const { same_as_shipping: _, ...different } = addressForm

  expect(await post(who, 'checkout-address', different)).toMatchObject(seeOther('/checkout/address?posted=1'))
  expect(postedOf(who)).toMatchObject({ errors: {}, message: null })

  const billing = Object.fromEntries(
    Object.entries(addressForm).flatMap(([name, value]) =>
      name.startsWith('shipping.') ? [[name.replace('shipping', 'billing'), value]] : [],
    ),
  )
  await post(who, 'checkout-address', { ...different, ...billing, 'billing.postcode': '99' })
  expect(postedOf(who)?.errors).toEqual({ 'billing.postcode': expect.any(String) })
  expect(
    await post(who, 'checkout-address', { ...different, ...billing, 'billing.city': 'Mysuru' }),
  ).toMatchObject(seeOther('/checkout/payment?posted=1'))
  expect(await cartOf(who)).toMatchObject({
    shipping_address: { city: 'Bengaluru' },
    billing_address: { city: 'Mysuru' },
    billing_same_as_shipping: false,
  })
})

test('a long address in another script fits into the cookie', async () => {
  const who = shop.guest()
  await post(who, 'add-to-cart', { product_id: (await shop.product()).id })

  await post(who, 'checkout-address', {
    ...addressForm,
    'shipping.address_line_1': 'क'.repeat(120),
    'shipping.address_line_2': 'ख'.repeat(120),
    'shipping.city': 'ग'.repeat(80),
    'shipping.postcode': '99',
  })

  expect(who.cookies.get('__Host-posted_form')?.length).toBeLessThan(4_000)
  expect(postedOf(who)).toMatchObject({
    values: { 'shipping.first_name': 'Asha' },
    errors: { 'shipping.postcode': expect.any(String) },
  })
})

test('a double post places one order, also when both arrive at once', async () => {
  const vase = await shop.product({ stock: 9 })
  const who = await shop.guestAtPayment(vase)
  const before = await orderCount()
  // The choice changes the cart, so both would find another version if it were saved by a call of its own.
  const fields = orderForm(who)
  await db
    .updateTable('carts')
    .set({ payment_method: null })
    .where('id', '=', who.cart.id ?? 0)
    .execute()
  const cart = await cartOf(who)
  const form = { ...fields, version: cart.version, expected_total: who.cart.grand_total.amount }

  const [first, second] = await Promise.all([post(who, 'place-order', form), post(who, 'place-order', form)])
  const third = await post(who, 'place-order', form)

  expect(first).toMatchObject(seeOther(expect.stringMatching(/^\/checkout-complete\?/)))
  expect([second.headers.location, third.headers.location]).toEqual([
    first.headers.location,
    first.headers.location,
  ])
  expect(await orderCount()).toBe(before + 1)
  expect(await shop.stockOf(vase.id)).toBe(8)
})

test('a total that changes with the choice is shown before the order is placed', async () => {
  const who = await shop.guestAtPayment(await shop.product())
  const before = await orderCount()
  const form = { ...orderForm(who), shipping_method: 'express' }

  const reply = await post(who, 'place-order', form)

  expect(reply).toMatchObject(seeOther('/checkout/payment?posted=1'))
  expect(postedOf(who)).toMatchObject({
    form: 'place-order',
    message: 'The total has changed. Please check it before you order.',
  })
  const cart = await cartOf(who)
  expect(cart.shipping_method?.code).toBe('express')
  expect(await orderCount()).toBe(before)
  expect(
    await post(who, 'place-order', { ...orderForm({ cart }), shipping_method: 'express' }),
  ).toMatchObject(seeOther(expect.stringMatching(/^\/checkout-complete\?/)))
})

test('stock and price changes lead back to the payment step, which orders at the new total', async () => {
  const vase = await shop.product({ stock: 5, price: 50_000 })
  const who = await shop.guestAtPayment({ id: vase.id, quantity: 2 })
  await shop.setPrice(vase.id, 60_000)
  await shop.setStock(vase.id, 1)

  expect(await post(who, 'place-order', orderForm(who))).toMatchObject(seeOther('/checkout/payment?posted=1'))
  const item = (await cartOf(who)).items[0]?.id ?? 0
  const change = { item_id: item, quantity: 1, return_to: '/checkout/payment' }
  expect(await post(who, 'update-quantity', change)).toMatchObject(seeOther('/checkout/payment'))
  const cart = await cartOf(who)
  expect(await post(who, 'place-order', orderForm({ cart }))).toMatchObject(
    seeOther('/checkout/payment?posted=1'),
  )
  const accepted = { ...orderForm({ cart: await cartOf(who) }), accept_prices: 'true' }
  expect(await post(who, 'place-order', accepted)).toMatchObject(
    seeOther(expect.stringMatching(/^\/checkout-complete\?/)),
  )
})

test('a missing choice, missing terms and a method that needs JavaScript are errors at their fields', async () => {
  await shop.setting('allow_tnc_checkout', true)
  const who = await shop.guestAtPayment(await shop.product())
  const { accept_tnc: _, ...form } = orderForm(who)

  expect(await post(who, 'place-order', { ...form, instruction: 'Ring twice' })).toMatchObject(
    seeOther('/checkout/payment?posted=1'),
  )
  expect(postedOf(who)).toMatchObject({
    values: { instruction: 'Ring twice', payment_method: 'cod' },
    errors: { accept_tnc: 'Please accept the terms and conditions' },
  })
  await post(who, 'place-order', { ...orderForm(who), payment_method: 'test_gateway' })
  expect(postedOf(who)?.errors).toEqual({ payment_method: expect.stringContaining('needs JavaScript') })
  await db
    .updateTable('carts')
    .set({ payment_method: null })
    .where('id', '=', who.cart.id ?? 0)
    .execute()
  const cart = await cartOf(who)
  const { payment_method: __, ...unchosen } = orderForm({ cart })
  await post(who, 'place-order', unchosen)
  expect(postedOf(who)?.errors).toEqual({ payment_method: 'Payment Method is empty' })
  await shop.setting('allow_tnc_checkout', false)
})

test('an address that was lost since leads back to its step with the reason', async () => {
  const who = await shop.guestAtPayment(await shop.product())
  await db
    .deleteFrom('cart_addresses')
    .where('cart_id', '=', who.cart.id ?? 0)
    .execute()

  expect(await post(who, 'place-order', orderForm(who))).toMatchObject(seeOther('/checkout/address?posted=1'))
  expect(postedOf(who)?.message).toBe('Shipping address is empty')
})

test('a form from another site changes nothing, with or without Sec-Fetch-Site', async () => {
  const vase = await shop.product()
  const who = shop.guest()
  const tries = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
    { 'sec-fetch-site': undefined },
  ]

  for (const headers of tries) {
    const reply = await post(who, 'add-to-cart', { product_id: vase.id }, headers)
    expect(reply).toMatchObject({ status: 403 })
    expect(reply.headers['set-cookie']).toBeUndefined()
  }

  expect(who.cookies.size).toBe(0)
})

test('a form cannot name another visitor’s cart', async () => {
  const vase = await shop.product()
  const victim = shop.guest()
  await post(victim, 'add-to-cart', { product_id: vase.id })
  const { cart_session, id } = await cartOf(victim)
  const who = shop.guest()

  await post(who, 'add-to-cart', { product_id: vase.id, cart_session: cart_session ?? '', api_cart: 'true' })

  expect((await cartOf(who)).id).not.toBe(id)
  expect(await cartOf(victim)).toMatchObject({ id, total_quantity: 1 })
})

test('a form answers only form data, at addresses of the table, and leads only to pages of the shop', async () => {
  const who = shop.guest()
  const vase = await shop.product()
  await post(who, 'add-to-cart', { product_id: vase.id })

  const json = await who.request({
    method: 'POST',
    url: '/forms/add-to-cart',
    payload: JSON.stringify({ product_id: vase.id }),
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(415)
  expect((await post(who, 'constructor', {})).status).toBe(404)
  expect((await post(who, 'remove-coupon', { x: 'y'.repeat(20_000) })).status).toBe(413)
  for (const return_to of ['https://evil.example/', '//evil.example', '/\\evil.example', '/api/cart/get']) {
    const reply = await post(who, 'apply-coupon', { code: 'NOPE', return_to })
    expect(String(reply.headers.location)).toMatch(/^\/(account|cart)\?posted=1$/)
  }
})

test('wrong input is refused by the endpoint’s own rules, whatever the Accept header asks for', async () => {
  const who = shop.guest()
  const vase = await shop.product()

  for (const quantity of ['0', '-1', '1.5', 'many', '1e3', '99999999999999999999']) {
    const reply = await post(
      who,
      'add-to-cart',
      { product_id: vase.id, quantity },
      { accept: 'application/json' },
    )
    expect(reply).toMatchObject(seeOther('/cart?posted=1'))
    expect(postedOf(who)?.message).toBeTruthy()
  }

  expect((await cartOf(who)).items).toEqual([])
})

let port = 0

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

/** The status line and headers of a raw request. */
function send(lines: string[], body: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () =>
    socket.write([...lines, `content-length: ${body.length}`, 'connection: close', '', body].join('\r\n')),
  )
  let text = ''
  socket.on('data', (chunk) => {
    text += String(chunk)
  })
  socket.on('error', reject)
  socket.on('end', () => resolve(text))
  return promise
}

test('a cross-site post over a socket is refused before its body counts; an own one is redirected', async () => {
  const vase = await shop.product()
  const head = [
    'POST /forms/add-to-cart HTTP/1.1',
    'host: shop.example',
    'x-forwarded-proto: https',
    'content-type: application/x-www-form-urlencoded',
    'accept: text/html',
  ]
  const body = formBody({ product_id: vase.id })

  const foreign = await send([...head, 'sec-fetch-site: cross-site'], body)
  const own = await send([...head, 'sec-fetch-site: same-origin'], body)

  expect(foreign).toMatch(/^HTTP\/1\.1 403 /)
  expect(foreign).not.toMatch(/set-cookie/i)
  expect(own).toMatch(/^HTTP\/1\.1 303 /)
  expect(own).toMatch(/^location: \/cart\r$/m)
})
