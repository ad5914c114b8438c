import { expect, test } from 'vitest'
import { openShop } from '../../../tests/shop.ts'
import { createCallLimits } from '../http/call-limits.ts'
import { nobody } from '../http/context.ts'

const shop = await openShop({ seed: true, callLimits: true })

const place = { version: 1, idempotency_key: '0f6d7b1e-6a52-4c0c-8a70-2b1f7a0c9d21', accept_tnc: true }

test('after ten tries in a minute to place an order one has to wait, as told; others need not', async () => {
  const guest = shop.guest()
  guest.cookies.set('cart_session', 'a-guest')
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

test('thirty tries of one address are enough, whatever carts it names; each call counts for itself', async () => {
  const guest = shop.guest()
  const pay = () => guest.api.checkout.processPayment({ order_id: 1, token: 'made-up' })

  for (let n = 0; n < 30; n++) expect(await pay()).toMatchObject({ code: 'NOT_FOUND' })

  expect(await pay()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(
    await guest.api.checkout.completePayment({ order_id: 1, token: 'made-up', payment_id: 'pay_1' }),
  ).toMatchObject({ code: 'NOT_FOUND' })
})

test('a cart takes sixty changes a minute, and goes on being read', async () => {
  const guest = shop.guest()
  const change = () => guest.api.cart.removeItem({ product_id: 1 })

  for (let n = 0; n < 60; n++) expect(await change()).toMatchObject({ code: 'CART_INVALID' })

  expect(await change()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await guest.api.cart.get()).toMatchObject({ status: 'success' })
  expect(await shop.guest().api.cart.removeItem({ product_id: 1 })).toMatchObject({ code: 'CART_INVALID' })
})

/** How many of so many reads from one address pass. */
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
    await limits.require({ group, name: 'any', method: 'GET' }, { ...nobody, ip }).then(
      () => passed++,
      (refusal) => expect(refusal).toMatchObject({ code: 'RATE_LIMITED' }),
    )
  return passed
}

test('a minute has 120 searches and 600 other reads for an address', async () => {
  expect(await passing(121, 'search', '8.8.4.4')).toBe(120)
  expect(await passing(601, 'content', '8.8.4.4')).toBe(600)
})

test('pages count among the other reads', async () => {
  const { db, services } = shop
  const limits = createCallLimits({ db, config: services.config })
  for (let n = 0; n < 600; n++) limits.requirePage('8.8.4.4')
  expect(() => limits.requirePage('8.8.4.4')).toThrow('Maximum attempt reached')
  const asked = limits.require({ group: 'content', name: 'any', method: 'GET' }, { ...nobody, ip: '8.8.4.4' })
  await expect(asked).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  limits.requirePage('8.8.8.8')
})

test('an address of the own network counts only where it is known which of them are proxies', async () => {
  expect(await passing(121, 'search', '127.0.0.1')).toBe(121)
  expect(await passing(121, 'search', '10.0.0.9', ['10.0.0.1'])).toBe(120)
})

const json = { 'content-type': 'application/json' }
