import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = await openShop({ seed: true })

test('a guest buys from the demo shop over HTTP, from card to completed order', async () => {
  const { api, request, cookies } = shop.guest()
  const [card] = ok(await api.product.grid({ source: 'best_selling', limit: 1 }))
  const product_id = card?.id ?? 0
  expect(ok(await api.cart.addItem({ product_id })).items[0]?.product).toMatchObject({
    slug: card?.slug,
    url: card?.url,
    channel: card?.channel,
    base_image: card?.base_image,
    availability: card?.availability,
  })
  expect(decodeURIComponent(cookies.get('__Host-cart_session') ?? '')).toMatch(
    /^\{"api_cart":true,"cart_session":"[\w-]{43}"\}$/,
  )
  const karnataka = ok(await api.settings.countries())[0]?.states.find(({ name }) => name === 'Karnataka')
  const address = {
    address_type: 'Shipping' as const,
    country_id: 101,
    state_id: karnataka?.id,
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    address_line_1: '12 MG Road',
    city: 'Bengaluru',
    postcode: '560001',
  }
  ok(await api.cart.updateAddress(address))
  ok(await api.cart.updateContact({ phone: '9876543210' }))
  expect((await api.cart.validateAddress()).status).toBe('success')
  const { version, grand_total } = ok(await api.cart.updatePaymentMode({ payment_method: 'cod' }))

  const { status, body, headers } = await request({
    method: 'POST',
    url: '/api/checkout/place-order',
    payload: { version, idempotency_key: crypto.randomUUID(), accept_tnc: true },
  })

  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  const { data } = body as { data: { order_id: number; token: string } }
  const order = ok(await api.checkout.complete(data))
  expect(order).toMatchObject({ grand_total, status: 'placed', tax_included: true })
  expect(ok(await api.cart.get()).items).toEqual([])
})
