import { expect, test } from 'vitest'
import { ok } from '../cart/test-shop.ts'
import { openPaymentShop } from '../payments/test-payments.ts'
import { sweepCarts } from './sweep-carts.ts'

const shop = await openPaymentShop()

const letCartPass = (id: number | null, hours: number) =>
  shop.pool.query(`update carts set updated_at = updated_at - make_interval(hours => $2) where id = $1`, [
    id,
    hours,
  ])
const cartRow = (id: number | null) =>
  shop.db
    .selectFrom('carts')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirst()

test('what a guest typed is forgotten after a day away; what they chose is still there', async () => {
  const { api } = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const before = ok(await api.cart.get())
  await letCartPass(before.id, 23)
  await sweepCarts(shop.db)
  expect(ok(await api.cart.get())).toMatchObject({ phone: '9876543210', version: before.version })

  await letCartPass(before.id, 2)
  await sweepCarts(shop.db)

  expect(ok(await api.cart.get())).toMatchObject({
    total_quantity: 1,
    phone: null,
    email: null,
    shipping_address: null,
    billing_address: null,
    version: before.version + 1,
  })
  await sweepCarts(shop.db)
  expect(ok(await api.cart.get()).version).toBe(before.version + 1)
})

test('carts that have expired go, and ordered ones a day after their order; the orders stay', async () => {
  const left = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const expired = ok(await left.api.cart.get()).id
  const buyer = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const ordered = ok(await buyer.api.cart.get()).id
  const { order_id } = ok(await buyer.order())
  await shop.pool.query(`update carts set expires_at = now() - interval '1 second' where id = $1`, [expired])

  await sweepCarts(shop.db)
  expect([await cartRow(expired), (await cartRow(ordered))?.status]).toEqual([undefined, 'ordered'])
  await letCartPass(ordered, 25)
  await sweepCarts(shop.db)

  expect(await cartRow(ordered)).toBeUndefined()
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'placed', cart_id: null })
})

test('the cart of an order that waits for its payment is left alone', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const { id } = ok(await shopper.api.cart.get())
  await shopper.startPaying()
  await letCartPass(id, 48)

  await sweepCarts(shop.db)

  expect(await cartRow(id)).toMatchObject({ phone: '9876543210' })
})

test('an order that is asked for again says so, and its key is forgotten after a day', async () => {
  const { api, request } = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const { version } = ok(await api.cart.get())
  const payload = { version, idempotency_key: crypto.randomUUID(), accept_tnc: true }
  const press = () =>
    request({
      method: 'POST',
      url: '/api/checkout/place-order',
      payload,
      headers: { 'content-type': 'application/json' },
    })
  const [first, again] = [await press(), await press()]

  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual(first.body)
  await sweepCarts(shop.db)
  expect((await press()).headers['idempotent-replayed']).toBe('true')

  const { idempotency_key: key } = payload
  await shop.pool.query(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`,
    [key],
  )
  await sweepCarts(shop.db)
  expect((await press()).body).toMatchObject({ code: 'ALREADY_ORDERED' })
})
