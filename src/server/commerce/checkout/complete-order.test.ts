import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'

const shop = await withParcels(await openShop({ seed: true }))

test('the address of a placed order shows all to the browser that placed it, and number and state to others', async () => {
  const order = await shop.order()
  const { order_id, order_no, token } = order
  const own = ok(await order.guest.api.checkout.complete({ order_id, token }))
  expect([own.email, own.productchannel.length]).toEqual(['asha@example.com', 2])

  const stranger = shop.guest().api
  const seen = ok(await stranger.checkout.complete({ order_id, token }))
  expect(seen).toMatchObject({ order_no, status: 'placed', status_label: 'Placed', productchannel: [] })
  const text = JSON.stringify(seen)
  for (const secret of [own.email, own.phone, own.shipping_address.address_line_1, own.shipping_address.city])
    expect(text).not.toContain(secret)
  expect(seen.token).toBeNull()
  expect(await stranger.orders.item({ order_no, token })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await stranger.orders.cancel({ order_no, token, reason: 'other' })).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(ok(await order.guest.api.orders.item({ order_no, token })).order.email).toBe('asha@example.com')
})

test('an empty cart is not valid', async () => {
  expect(await shop.guest().api.cart.validate()).toMatchObject({
    status: 'error',
    code: 'CART_INVALID',
    message: 'Your cart is empty',
    validation: { is_valid: false, is_stock_valid: true },
  })
})
