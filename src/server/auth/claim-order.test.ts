import { expect, test } from 'vitest'
import { orderToken } from '../checkout/order-token.ts'
import { json } from '../db/schema.ts'
import { readDefaultChannel } from '../storefront/read-channel.ts'
import { codeFor, days, ok, openCodeShop, somebody } from './test-auth.ts'

const shop = await openCodeShop()
const { db, guest, services } = shop

let made = 0

/** An order of a guest, as small as the table allows. */
async function orderOfGuest({ age = 0 } = {}) {
  made += 1
  const { id } = await db
    .insertInto('orders')
    .values({
      order_no: `SF-${made}`,
      channel_id: (await readDefaultChannel(db)).id,
      status: 'placed',
      payment_status: 'pending',
      payment_method: 'cod',
      payment_method_name: 'Cash on delivery',
      shipping_method: 'standard',
      shipping_method_name: 'Standard',
      currency: 'INR',
      subtotal: 0,
      shipping_total: 0,
      tax_total: 0,
      is_tax_included: true,
      grand_total: 0,
      shipping_address: json({}),
      billing_address: json({}),
      placed_at: new Date(Date.now() - age * 1_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { order_id: id, order_token: orderToken(services.config.tokenSecret, id, 'complete') }
}

const ownerOf = async ({ order_id }: { order_id: number }) =>
  (await db.selectFrom('orders').select('customer_id').where('id', '=', order_id).executeTakeFirstOrThrow())
    .customer_id

test('an account that is opened after an order has the order', async () => {
  const order = await orderOfGuest()

  const { user } = ok(await guest().api.auth.register({ ...somebody(), ...order }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('so it is with an account by code', async () => {
  const order = await orderOfGuest()
  const { phone } = somebody()
  const who = guest()
  ok(await who.api.auth.otpRequest({ input: phone }))

  const { user } = ok(await who.api.auth.otpVerify({ input: phone, otp: await codeFor(db, phone), ...order }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('nobody gets an order by another token, a late one, or after somebody else', async () => {
  const order = await orderOfGuest()
  const late = await orderOfGuest({ age: 2 * days })

  ok(await guest().api.auth.register({ ...somebody(), ...order, order_token: 'x'.repeat(43) }))
  ok(await guest().api.auth.register({ ...somebody(), ...late }))
  expect([await ownerOf(order), await ownerOf(late)]).toEqual([null, null])

  const { user } = ok(await guest().api.auth.register({ ...somebody(), ...order }))
  ok(await guest().api.auth.register({ ...somebody(), ...order }))
  expect(await ownerOf(order)).toBe(user.id)
})
