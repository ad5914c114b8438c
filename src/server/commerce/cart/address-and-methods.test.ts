import { beforeEach, expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

let api: ReturnType<typeof shop.guest>['api']
let vase: Awaited<ReturnType<typeof shop.product>>
beforeEach(async () => {
  ;({ api } = shop.guest())
  vase = await shop.product({ price: 50_000 })
  await api.cart.addItem({ product_id: vase.id })
})

test('an address is formatted by the rules of its country, and billing follows shipping', async () => {
  const cart = ok(await api.cart.updateAddress({ ...address, city: ' Bengaluru \n', same_as_shipping: true }))

  expect(cart.shipping_address).toMatchObject({
    phone: '9876543210',
    postcode: '560001',
    city: 'Bengaluru',
    state_name: 'Karnataka',
    state: 17,
    country: 101,
    country_name: 'India',
    address_id: null,
    address_type: 'Shipping',
  })
  const { id: _, address_type: __, ...same } = cart.shipping_address ?? {}
  expect(cart.billing_address).toMatchObject(same)
  const moved = ok(await api.cart.updateAddress({ ...address, city: 'Mysuru', postcode: '570001' }))
  expect(moved.billing_address?.city).toBe('Mysuru')
})

test('a separate billing address no longer follows the shipping address', async () => {
  await api.cart.updateAddress({ ...address, same_as_shipping: true })
  const own = ok(await api.cart.updateAddress({ ...address, address_type: 'Billing', city: 'Mysuru' }))
  expect(own).toMatchObject({
    billing_same_as_shipping: false,
    shipping_address: { city: 'Bengaluru' },
    billing_address: { city: 'Mysuru' },
  })

  const again = ok(
    await api.cart.updateAddress({ ...address, address_type: 'Billing', same_as_shipping: true }),
  )
  expect(again).toMatchObject({ billing_same_as_shipping: true, billing_address: { city: 'Bengaluru' } })
})

test('wrong formats and unknown locations are refused at their fields, and nothing is stored', async () => {
  const wrong = { ...address, phone: '12345', postcode: '056001', state_id: 99, first_name: 'A'.repeat(60) }

  expect(await api.cart.updateAddress(wrong)).toMatchObject({
    code: 'VALIDATION',
    errors: {
      phone: ['Invalid phone number'],
      postcode: ['This field is not valid'],
      state_id: ['This field is not valid'],
    },
  })
  expect(await api.cart.updateAddress({ ...address, country_id: 7 })).toMatchObject({
    errors: { country_id: ['This field is not valid'] },
  })
  expect(ok(await api.cart.get()).shipping_address).toBeNull()
})

test('required fields may be empty while saving; the checkout gate reports them', async () => {
  const { first_name: _, ...unnamed } = address
  ok(await api.cart.updateAddress(unnamed))

  expect(await api.cart.validateAddress()).toMatchObject({
    status: 'error',
    code: 'CART_INVALID',
    message: 'First name is empty',
    validation: { is_valid: false, serviceable: false },
  })
})

test('the address check reports a complete and deliverable address, or the reason against it', async () => {
  expect(await api.cart.validateAddress()).toMatchObject({ message: 'Shipping address is empty' })
  await api.cart.updateAddress(address)
  expect(await api.cart.validateAddress()).toMatchObject({
    status: 'success',
    validation: { is_valid: true, serviceable: true },
  })

  for (const postcode of ['999999', '744101']) {
    await api.cart.updateAddress({ ...address, postcode })
    expect(await api.cart.validateAddress()).toMatchObject({
      code: 'NOT_SERVICEABLE',
      message: `We do not deliver to ${postcode}`,
      validation: { is_valid: false, serviceable: false },
      data: { shipping_methods: [], shipping_method: null },
    })
  }
})

test('an unknown saved address is not found', async () => {
  expect(await api.cart.updateAddress({ ...address, address_id: 31 })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a phone number is stored as national digits, and invalid contacts are refused at their fields', async () => {
  const saved = ok(await api.cart.updateContact({ phone: '+91 98765-43210', email: 'asha@example.com' }))
  expect(saved).toMatchObject({ phone: '9876543210', email: 'asha@example.com' })

  expect(await api.cart.updateContact({ phone: '1', email: 'asha@' })).toMatchObject({
    errors: { phone: ['Invalid phone number'], email: ['The value must be an valid email address'] },
  })
  const cleared = ok(await api.cart.updateContact({ email: '' }))
  expect(cleared).toMatchObject({ phone: '9876543210', email: null })
})

test('an address selects the cheapest delivery, and delivery days come from the longest prefix', async () => {
  expect(ok(await api.cart.get()).shipping_method).toBeNull()

  const cart = ok(await api.cart.updateAddress(address))

  expect(cart.shipping_method).toMatchObject({ code: 'standard', amount: { amount: 7_900 } })
  expect(cart.grand_total.amount).toBe(57_900)
  expect(cart.shipping_methods.map(({ code, eta_days }) => [code, eta_days])).toEqual([
    ['express', { min: 1, max: 1 }],
    ['standard', { min: 2, max: 4 }],
  ])
  const further = ok(await api.cart.updateAddress({ ...address, postcode: '561001' }))
  expect(further.shipping_methods[1]?.eta_days).toEqual({ min: 3, max: 5 })
})

test('a chosen delivery method stays when the address changes', async () => {
  await api.cart.updateAddress(address)
  await api.cart.updateShippingMode({ shipping_method: 'express' })

  const cart = ok(await api.cart.updateAddress({ ...address, postcode: '561001' }))

  expect(cart.shipping_method?.code).toBe('express')
  expect(await api.cart.updateShippingMode({ shipping_method: 'drone' })).toMatchObject({
    code: 'SHIPPING_UNAVAILABLE',
    data: { shipping_method: { code: 'express' } },
  })
})

test('delivery is free from the shop’s threshold, and shows the missing amount below it', async () => {
  const before = ok(await api.cart.updateAddress(address))
  expect(before.shipping_method?.free_after?.amount).toBe(99_900)
  await shop.setPrice(vase.id, 149_900)

  const cart = ok(await api.cart.get())

  expect(cart.shipping_method).toMatchObject({ amount: { amount: 0 }, free_after: null })
  expect(cart).toMatchObject({ shipping_total: { amount: 0 }, grand_total: { amount: 149_900 } })
})

test('a delivery with rates costs by location, weight and value, and is offered only where a rate fits', async () => {
  const { id: shipping_method_id } = await db
    .insertInto('shipping_methods')
    .values({ channel_id: 1, code: 'freight', name: 'Freight', price: 50_000, sort_order: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('shipping_rates')
    .values([
      { shipping_method_id, country_id: 101, price: 30_000 },
      { shipping_method_id, country_id: 101, state_id: 17, price: 20_000, free_from: 80_000 },
      {
        shipping_method_id,
        country_id: 101,
        state_id: 17,
        from_weight_g: 5_000,
        to_weight_g: 9_000,
        price: 25_000,
      },
      { shipping_method_id, country_id: 101, postcode_prefix: '571', price: 90_000 },
    ])
    .execute()
  const freight = async () => {
    const method = ok(await api.cart.get()).shipping_methods.find(({ code }) => code === 'freight')
    return method && [method.amount.amount, method.free_after?.amount ?? null]
  }
  expect(await freight()).toEqual([50_000, null])

  await api.cart.updateAddress(address)
  expect(await freight()).toEqual([20_000, 30_000])
  await api.cart.updateAddress({ ...address, postcode: '571001' })
  expect(await freight()).toEqual([90_000, null])

  await api.cart.updateAddress(address)
  await db.updateTable('variations').set({ weight_g: 5_000 }).where('id', '=', vase.id).execute()
  expect(await freight()).toEqual([25_000, null])
  await api.cart.updateShippingMode({ shipping_method: 'freight' })
  await db.updateTable('variations').set({ weight_g: 9_000 }).where('id', '=', vase.id).execute()
  expect(await freight()).toEqual([20_000, 30_000])
  await db.deleteFrom('shipping_rates').where('to_weight_g', 'is', null).execute()

  expect(await freight()).toBeUndefined()
  expect(ok(await api.cart.get()).shipping_method).toBeNull()
})

test('only payment methods with an available gateway are offered, unusable ones with the reason', async () => {
  await api.cart.updateAddress({ ...address, postcode: '571001' })

  expect(ok(await api.cart.get()).cart_payment_methods).toMatchObject([
    { code: 'cod', is_available: false, reason: 'Cash on delivery is not available for 571001' },
  ])
  expect(await api.cart.updatePaymentMode({ payment_method: 'cod' })).toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
    message: 'Cash on delivery is not available for 571001',
  })
  expect(await api.cart.updatePaymentMode({ payment_method: 'upi' })).toMatchObject({
    message: 'This payment method is not available',
  })
})

test('a payment method that becomes unusable is deselected', async () => {
  await api.cart.updateAddress(address)
  const chosen = ok(await api.cart.updatePaymentMode({ payment_method: 'cod' }))
  expect(chosen.cart_payment_method).toMatchObject({ code: 'cod' })
  await shop.setPrice(vase.id, 1_000_001)

  expect(ok(await api.cart.get())).toMatchObject({
    cart_payment_method: null,
    cart_payment_methods: [{ reason: 'Cash on delivery is available up to ₹10,000' }],
  })
})

test('a changed price is reported until the shopper accepts it; totals are always current', async () => {
  await shop.setPrice(vase.id, 60_000)

  const reply = await api.cart.validate()

  expect(reply).toMatchObject({
    code: 'CART_INVALID',
    message: 'Some prices have changed',
    validation: { is_valid: false, prices_updated: true, is_stock_valid: true },
    data: {
      grand_total: { amount: 60_000 },
      items: [{ unit_price: { amount: 60_000 }, previous_unit_price: { amount: 50_000 } }],
    },
  })
  const accepted = await api.cart.updateItemsPrice({})
  expect(accepted).toMatchObject({
    message: 'Prices updated',
    data: { items: [{ previous_unit_price: null }] },
  })
  expect(await api.cart.validate()).toMatchObject({ status: 'success', validation: { is_valid: true } })
})

test('lines that exceed the stock are reported, each with the available quantity', async () => {
  const bowl = await shop.product()
  const { items } = ok(await api.cart.addItem({ product_id: bowl.id, quantity: 3 }))
  await shop.setStock(bowl.id, 1)
  const short = {
    is_stock_valid: false,
    out_of_stock_items: [{ item_id: items[1]?.id, product_id: bowl.id, requested: 3, available: 1 }],
  }

  expect(await api.cart.validateStock()).toMatchObject({ code: 'CART_INVALID', validation: short })
  expect(await api.cart.validate()).toMatchObject({
    message: 'Some items are out of stock',
    validation: short,
  })
})

test('an unpublished product stays in the cart as sold out', async () => {
  await db.updateTable('products').set({ is_published: false }).where('id', '=', vase.productId).execute()

  expect(ok(await api.cart.get()).items).toMatchObject([{ in_stock: false, available_quantity: 0 }])
  expect(await api.cart.updateQty({ product_id: vase.id, quantity: 2 })).toMatchObject({
    message: 'This product is out of stock',
  })
})
