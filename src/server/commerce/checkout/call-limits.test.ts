import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'
import { createCallLimits } from '#server/platform/limits/call-limits.ts'

const shop = await openShop({ seed: true, callLimits: true })

const cookieText = (cart_session: string) => JSON.stringify({ api_cart: true, cart_session })
const cookieOf = (cart_session: string) => encodeURIComponent(cookieText(cart_session))
const place = { version: 1, idempotency_key: '0f6d7b1e-6a52-4c0c-8a70-2b1f7a0c9d21', accept_tnc: true }

test('the eleventh order attempt in a minute is refused with Retry-After; other visitors are not affected', async () => {
  const guest = shop.guest()
  guest.cookies.set('__Host-cart_session', cookieOf('a-guest'))
  const tryOnce = () =>
    guest.request({ method: 'POST', url: '/api/checkout/place-order', payload: place, headers: json })

  for (let n = 0; n < 10; n++) expect((await tryOnce()).status).toBe(409)
  const refused = await tryOnce()

  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.body).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Maximum attempt reached. Please try again later',
  })
  expect(await shop.guest().api.checkout.placeOrder(place)).toMatchObject({ code: 'CART_INVALID' })
})

test('thirty attempts of one address exhaust its limit for every cart; each endpoint counts separately', async () => {
  const guest = shop.guest()
  const pay = () => guest.api.checkout.processPayment({ order_id: 1, token: 'made-up' })

  for (let n = 0; n < 30; n++) expect(await pay()).toMatchObject({ code: 'NOT_FOUND' })

  expect(await pay()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(
    await guest.api.checkout.completePayment({ order_id: 1, token: 'made-up', payment_id: 'pay_1' }),
  ).toMatchObject({ code: 'NOT_FOUND' })
})

test('reading the state of a payment over and over leaves the order attempts of its visitor as they were', async () => {
  const guest = shop.guest()
  guest.cookies.set('__Host-cart_session', cookieOf('a-polling-guest'))
  const requested = { order_id: 1, token: 'made-up', payment_id: 'pay_1' }
  for (let n = 0; n < 20; n++)
    expect(await guest.api.checkout.completePayment(requested)).toMatchObject({ code: 'NOT_FOUND' })

  const retried = await guest.request({
    method: 'POST',
    url: '/api/checkout/place-order',
    payload: place,
    headers: json,
  })

  expect([retried.status, retried.body]).toMatchObject([409, { code: 'CART_INVALID' }])
})

test('a cart takes sixty changes a minute and can still be read after that', async () => {
  const guest = shop.guest()
  const change = () => guest.api.cart.removeItem({ product_id: 1 })

  for (let n = 0; n < 60; n++) expect(await change()).toMatchObject({ code: 'CART_INVALID' })

  expect(await change()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await guest.api.cart.get()).toMatchObject({ status: 'success' })
  expect(await shop.guest().api.cart.removeItem({ product_id: 1 })).toMatchObject({ code: 'CART_INVALID' })
})

test('a cart is counted by its id, however its cookie is written, and a cookie without one by its address', async () => {
  const guest = shop.guest()
  const change = (cookie: string) =>
    guest.request({
      method: 'DELETE',
      url: '/api/cart/remove-item',
      payload: { product_id: 1 },
      headers: { ...json, cookie: `__Host-cart_session=${cookie}` },
    })
  const spelled = (cart: string, n: number) => encodeURIComponent(' '.repeat(n)) + cookieOf(cart)
  for (const cookieAt of [(n: number) => spelled('one-cart', n), (n: number) => `${'x'.repeat(8_000)}${n}`]) {
    for (let n = 0; n < 60; n++) expect((await change(cookieAt(n))).status).toBe(409)
    expect((await change(cookieAt(60))).status).toBe(429)
  }
})

test('an address takes 300 cart changes a minute, whatever cart ids it sends', async () => {
  const limits = createCallLimits({ db: shop.db, config: shop.services.config })
  const change = (cart: number, ip: string) =>
    limits.require(
      { group: 'cart', name: 'addItem', method: 'POST' },
      {
        ...anonymousVisitor,
        ip,
        cookies: { cart_session: JSON.stringify({ cart_session: `cart-${cart}` }) },
      },
    )
  for (let n = 0; n < 300; n++) await change(n, '8.8.4.4')

  await expect(change(300, '8.8.4.4')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await change(301, '8.8.8.8')
})

test.each([
  { call: { group: 'cart', name: 'addItem', method: 'POST' as const }, ofAddress: 300, ofCart: 60 },
  { call: { group: 'checkout', name: 'placeOrder', method: 'POST' as const }, ofAddress: 30, ofCart: 10 },
])('$call.name: what one limit refuses does not count for another', async ({ call, ofAddress, ofCart }) => {
  const limits = createCallLimits({ db: shop.db, config: shop.services.config })
  const attempt = (cart: string, ip: string) =>
    limits.require(call, { ...anonymousVisitor, ip, cookies: { cart_session: cookieText(cart) } })
  const refused = { code: 'RATE_LIMITED' }

  for (let n = 0; n < ofCart; n++) await attempt('busy', '9.9.9.1')
  for (let n = 0; n < ofAddress; n++) await expect(attempt('busy', '9.9.9.1')).rejects.toMatchObject(refused)
  for (let n = ofCart; n < ofAddress; n++) await attempt(`neighbour-${n}`, '9.9.9.1')

  for (let n = 0; n < ofCart; n++) await expect(attempt('mine', '9.9.9.1')).rejects.toMatchObject(refused)
  for (let n = 0; n < ofCart; n++) await attempt('mine', '9.9.9.2')
  await expect(attempt('mine', '9.9.9.2')).rejects.toMatchObject(refused)
})

test('an address makes 60 carts a minute, whatever cart ids it sends; its other carts can still be changed', async () => {
  const { id } = await shop.db
    .selectFrom('variations')
    .select('id')
    .where('sku', '=', 'KL-MG-101-1')
    .executeTakeFirstOrThrow()
  const guest = shop.guest()
  const add = (cookie: string) =>
    guest.request({
      method: 'POST',
      url: '/api/cart/add-item',
      remoteAddress: '8.8.4.4',
      payload: { product_id: id, quantity: 1 },
      headers: { ...json, cookie: `__Host-cart_session=${cookie}` },
    })
  expect((await add(cookieOf('made-up-0'))).status).toBe(200)
  const known = guest.cookies.get('__Host-cart_session') ?? ''
  for (let n = 1; n < 60; n++) expect((await add(cookieOf(`made-up-${n}`))).status).toBe(200)

  const refused = await add(cookieOf('made-up-60'))
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await add(known)).status).toBe(200)
  const { carts } = await shop.db
    .selectFrom('carts')
    .select(({ fn }) => fn.countAll().as('carts'))
    .executeTakeFirstOrThrow()
  expect(Number(carts)).toBe(60)
})

test('the twenty-first wrong order token in 15 minutes is refused', async () => {
  const guest = shop.guest()
  const complete = (token: string) => guest.api.checkout.complete({ order_id: 1, token, type: 'cod' })
  for (let n = 0; n < 20; n++) expect(await complete(`wrong-${n}`)).toMatchObject({ code: 'NOT_FOUND' })

  expect(await complete('wrong')).toMatchObject({ code: 'RATE_LIMITED' })
})

/** The number of accepted reads from one address. */
async function passing(
  reads: number,
  group: 'search' | 'content',
  ip: string,
  trustedProxies: string[] = [],
) {
  const { db, services } = shop
  const limits = createCallLimits({ db, config: { ...services.config, trustedProxies } })
  let passed = 0
  for (let n = 0; n < reads; n++)
    await limits.require({ group, name: 'any', method: 'GET' }, { ...anonymousVisitor, ip }).then(
      () => passed++,
      (refusal) => expect(refusal).toMatchObject({ code: 'RATE_LIMITED' }),
    )
  return passed
}

test('an address may send 120 searches and 600 other reads a minute', async () => {
  expect(await passing(121, 'search', '8.8.4.4')).toBe(120)
  expect(await passing(601, 'content', '8.8.4.4')).toBe(600)
})

test('pages count as other reads', async () => {
  const { db, services } = shop
  const limits = createCallLimits({ db, config: services.config })
  for (let n = 0; n < 600; n++) limits.requirePage('8.8.4.4')
  expect(() => limits.requirePage('8.8.4.4')).toThrow('Maximum attempt reached')
  const requested = limits.require(
    { group: 'content', name: 'any', method: 'GET' },
    { ...anonymousVisitor, ip: '8.8.4.4' },
  )
  await expect(requested).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  limits.requirePage('8.8.8.8')
})

test('a private address is used as the client’s only when the proxies are configured', async () => {
  expect(await passing(121, 'search', '127.0.0.1')).toBe(121)
  expect(await passing(121, 'search', '10.0.0.9', ['10.0.0.1'])).toBe(120)
})

const json = { 'content-type': 'application/json' }
