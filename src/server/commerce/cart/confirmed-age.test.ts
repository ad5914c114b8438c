import { beforeEach, expect, test } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop
const { admin } = await signedInStaff(shop, 'owner')

const gin = await shop.product({ name: 'Gin', min_age: 18 })
const knife = await shop.product({ name: 'Knife', min_age: 18 })
const rum = await shop.product({ name: 'Rum', min_age: 21 })

let guest: ReturnType<typeof shop.guest>
beforeEach(() => {
  guest = shop.guest()
})
const add = (input: object) => guest.api.cart.addItem({ product_id: gin.id, ...input })

test('add-item refuses goods with an age check without the confirmation, and the cart is unchanged', async () => {
  expect(await add({})).toMatchObject({
    status: 'error',
    code: 'AGE_UNCONFIRMED',
    message: 'Please confirm that you are 18 or older',
    payload: { min_age: 18 },
    data: { items: [] },
  })
  expect(await add({ confirmed_age: 17 })).toMatchObject({ code: 'AGE_UNCONFIRMED' })
  for (const confirmed_age of [0, -18, 18.5, 100, 'eighteen', { $gt: 0 }])
    expect(await add({ confirmed_age }), String(confirmed_age)).toMatchObject({ code: 'VALIDATION' })
  for (const value of ['99x', '100', '-99', '1e2', '%00', '', '9'.repeat(10_240)]) {
    guest = shop.guest(new Map([['confirmed_age', value]]))
    expect(await add({}), value.slice(0, 20)).toMatchObject({ code: 'AGE_UNCONFIRMED' })
  }
})

test('a confirmation counts for all goods of its age during the visit, and not for those of a higher one', async () => {
  const cart = ok(await add({ confirmed_age: 18 }))
  expect(cart.min_age).toBe(18)
  expect(cart.items[0]?.fields).toContainEqual({ label: 'Age', value: 'From 18 years, checked at delivery' })
  expect(guest.cookies.get('confirmed_age')).toBe('18')
  ok(await guest.api.cart.addItem({ product_id: knife.id }))
  expect(await guest.api.cart.addItem({ product_id: rum.id })).toMatchObject({ payload: { min_age: 21 } })
  // A lower age that is said later takes nothing back.
  ok(await guest.api.cart.addItem({ product_id: gin.id, confirmed_age: 16 }))
  expect(guest.cookies.get('confirmed_age')).toBe('18')
})

test('a cookie of the confirmation ends with the browser', async () => {
  const { headers } = await guest.request({
    method: 'POST',
    url: '/api/cart/add-item',
    payload: { product_id: gin.id, confirmed_age: 18 },
  })
  expect(headers['set-cookie']).toContainEqual('confirmed_age=18; Path=/; HttpOnly; Secure; SameSite=Lax')
})

test('an order needs the confirmation of goods that got their age check in the cart, and remembers the age', async () => {
  const vase = await shop.product({ stock: 10 })
  const { api, order } = await shop.guestAtPayment({ id: vase.id })
  await shop.askAge(vase.productId, 18)

  expect(await order()).toMatchObject({ code: 'AGE_UNCONFIRMED', payload: { min_age: 18 } })
  expect(await shop.stockOf(vase.id)).toBe(10)
  const { order_id, token } = ok(await order({ confirmed_age: 18 }))

  // What the product asks for later changes nothing.
  await db
    .updateTable('product_declarations')
    .set({ min_age: 21 })
    .where('product_id', '=', vase.productId)
    .execute()
  const placed = ok(await api.checkout.complete({ order_id: String(order_id), token }))
  expect(placed.productchannel).toMatchObject([
    { min_age: 18, fields: [{ label: 'Age', value: 'From 18 years, checked at delivery' }] },
  ])
  const detail = ok(await admin.adminOrders.get({ id: order_id }))
  expect(detail.productchannel[0]?.min_age).toBe(18)
  const mail = await db
    .selectFrom('outbox')
    .select(['text', 'html'])
    .where('order_id', '=', order_id)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow()
  for (const text of [mail.text, mail.html]) expect(text).toContain('have your ID ready at delivery')
})

test('a toy with a smallest age is sold without a question', async () => {
  const toy = await shop.product()
  await db.insertInto('product_declarations').values({ product_id: toy.productId, min_age: 3 }).execute()
  const cart = ok(await guest.api.cart.addItem({ product_id: toy.id }))
  expect(cart.min_age).toBeUndefined()
})

test('a form without JavaScript leads back to the product until the box is ticked', async () => {
  const post = (fields: Record<string, string>) =>
    guest.request({
      method: 'POST',
      url: '/forms/add-to-cart',
      payload: new URLSearchParams({ product_id: String(gin.id), ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const refused = await post({ return_to: '/product/gin' })
  expect(refused.headers.location).toBe('/cart?posted=1')
  expect(JSON.parse(decodeURIComponent(guest.cookies.get('__Host-posted_form') ?? ''))).toMatchObject({
    message: 'Please confirm that you are 18 or older',
    values: { return_to: '/product/gin' },
  })
  expect((await post({ return_to: '/product/gin', confirmed_age: '18' })).headers.location).toBe('/cart')
  expect(guest.cookies.get('confirmed_age')).toBe('18')
})
