import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = await openShop({ seed: true })

test('a guest of the demo shop lists its coupons, applies one and removes it, over HTTP', async () => {
  const { api } = shop.guest()
  const { products } = ok(await api.shop.listing({ id: 'shop-online', sort: 'price_asc', filters: {} }))
  const product_id = products.data.find(({ availability }) => availability === 'in_stock')?.id ?? 0
  await api.cart.addItem({ product_id })

  const offers = ok(await api.cart.couponsGet())
  // MONSOON25 is not listed.
  expect(offers.map(({ code }) => code).sort()).toEqual(['LOOM300', 'SHIPFREE', 'WELCOME10'])
  const welcome = offers.find(({ code }) => code === 'WELCOME10')
  expect(welcome).toMatchObject({
    description: 'On goods worth ₹999 or more, up to ₹500 off, for a first order',
    is_applicable: false,
    reason: expect.stringMatching(/^Add ₹[\d,.]+ more to use it$/),
    expires_at: '2027-12-31T18:29:59.000Z',
  })

  let cart = ok(await api.cart.get())
  while (cart.subtotal.amount < 99_900)
    cart = ok(await api.cart.addItem({ product_id: products.data[cart.items.length]?.id ?? 0, quantity: 2 }))
  cart = ok(await api.cart.couponsApply({ code: 'welcome10', version: cart.version }))
  expect(cart.discount_total.amount).toBe(
    Math.min(50_000, Math.floor((cart.subtotal.amount * 10 + 50) / 100)),
  )

  expect(await api.cart.couponsRemove({ version: cart.version - 1 })).toMatchObject({ code: 'STALE_CART' })
  expect(await api.cart.couponsRemove({ version: cart.version })).toMatchObject({
    message: 'Coupon removed',
    data: { coupon: null, discount_total: { amount: 0 } },
  })
})
