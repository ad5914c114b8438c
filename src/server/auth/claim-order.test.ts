import { expect, test } from 'vitest'
import { days, newPerson, otpFor } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { readDefaultChannel } from '../channels/read-channel.ts'
import { json } from '../kernel/schema.ts'
import { newAccessKey, orderToken } from '../orders/model/order-token.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db, guest, services } = shop

let made = 0

/** A minimal guest order. */
async function orderOfGuest({ age = 0 } = {}) {
  made += 1
  const order = await db
    .insertInto('orders')
    .values({
      order_no: `SF-${made}`,
      access_key: newAccessKey(),
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
    .returning(['id', 'access_key'])
    .executeTakeFirstOrThrow()
  return { order_id: order.id, order_token: orderToken(services.config, order, 'complete') }
}

const ownerOf = async ({ order_id }: { order_id: number }) =>
  (await db.selectFrom('orders').select('customer_id').where('id', '=', order_id).executeTakeFirstOrThrow())
    .customer_id

test('registration claims the guest’s earlier order', async () => {
  const order = await orderOfGuest()

  const { user } = ok(await guest().api.auth.register({ ...newPerson(), ...order }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('OTP login claims the guest’s earlier order', async () => {
  const order = await orderOfGuest()
  const { phone } = newPerson()
  const who = guest()
  ok(await who.api.auth.otpRequest({ input: phone }))

  const { user } = ok(await who.api.auth.otpVerify({ input: phone, otp: await otpFor(db, phone), ...order }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('claimOrder ignores a wrong token, an order older than 24 hours and an order that has a customer', async () => {
  const order = await orderOfGuest()
  const late = await orderOfGuest({ age: 2 * days })

  ok(await guest().api.auth.register({ ...newPerson(), ...order, order_token: 'x'.repeat(43) }))
  ok(await guest().api.auth.register({ ...newPerson(), ...late }))
  expect([await ownerOf(order), await ownerOf(late)]).toEqual([null, null])

  const { user } = ok(await guest().api.auth.register({ ...newPerson(), ...order }))
  ok(await guest().api.auth.register({ ...newPerson(), ...order }))
  expect(await ownerOf(order)).toBe(user.id)
})
