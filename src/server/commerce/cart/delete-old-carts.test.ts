import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { applyRetention } from '#server/operations/retention/retention-jobs.ts'
import { retentionRules } from '#server/operations/retention/retention-rules.ts'
import { deleteOldCarts } from './delete-old-carts.ts'

const shop = withPayments(await openShop({ seed: true }))

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

test('a guest’s contact and addresses are cleared after a day of inactivity; the items stay', async () => {
  const { api } = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const before = ok(await api.cart.get())
  await letCartPass(before.id, 23)
  await deleteOldCarts(shop.db)
  expect(ok(await api.cart.get())).toMatchObject({ phone: '9876543210', version: before.version })

  await letCartPass(before.id, 2)
  await deleteOldCarts(shop.db)

  expect(ok(await api.cart.get())).toMatchObject({
    total_quantity: 1,
    phone: null,
    email: null,
    shipping_address: null,
    billing_address: null,
    version: before.version + 1,
  })
  await deleteOldCarts(shop.db)
  expect(ok(await api.cart.get()).version).toBe(before.version + 1)
})

test('expired carts are deleted, ordered ones a day after their order; the orders stay', async () => {
  const left = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const expired = ok(await left.api.cart.get()).id
  const buyer = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const ordered = ok(await buyer.api.cart.get()).id
  const { order_id } = ok(await buyer.order())
  await shop.pool.query(`update carts set expires_at = now() - interval '1 second' where id = $1`, [expired])

  await deleteOldCarts(shop.db)
  expect([await cartRow(expired), (await cartRow(ordered))?.status]).toEqual([undefined, 'ordered'])
  await letCartPass(ordered, 25)
  await deleteOldCarts(shop.db)

  expect(await cartRow(ordered)).toBeUndefined()
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'placed', cart_id: null })
})

test('the cart of an order that waits for its payment is retained', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const { id } = ok(await shopper.api.cart.get())
  await shopper.startPaying()
  await letCartPass(id, 48)

  await deleteOldCarts(shop.db)

  expect(await cartRow(id)).toMatchObject({ phone: '9876543210' })
})

test('a replayed order is marked as such, and its idempotency key is deleted after a day', async () => {
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
  const forgetKeys = async () => {
    for (const rule of retentionRules.filter(({ name }) => name === 'idempotency-keys'))
      await applyRetention(shop.services, rule)
  }
  await forgetKeys()
  expect((await press()).headers['idempotent-replayed']).toBe('true')

  const { idempotency_key: key } = payload
  await shop.pool.query(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`,
    [key],
  )
  await forgetKeys()
  expect((await press()).body).toMatchObject({ code: 'ALREADY_ORDERED' })
})
