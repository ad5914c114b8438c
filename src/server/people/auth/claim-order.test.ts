import { expect, test } from 'vitest'
import { days, newPerson, otpFor } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { newAccessKey, orderToken } from '#server/commerce/orders/model/order-token.ts'
import { placedCookie } from '#server/commerce/orders/model/ordering-browser.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db, guest, services } = shop

let made = 0

/** A minimal guest order, and the browser that placed it. */
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
  const browser = guest()
  const { name, value } = placedCookie(services.config, order)
  browser.cookies.set(name, value)
  return {
    browser,
    link: { order_id: order.id, order_token: orderToken(services.config, order, 'complete') },
  }
}

type Made = Awaited<ReturnType<typeof orderOfGuest>>

const ownerOf = async ({ link }: Made) =>
  (
    await db
      .selectFrom('orders')
      .select('customer_id')
      .where('id', '=', link.order_id)
      .executeTakeFirstOrThrow()
  ).customer_id

test('registration claims the guest’s earlier order', async () => {
  const order = await orderOfGuest()

  const { user } = ok(await order.browser.api.auth.register({ ...newPerson(), ...order.link }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('OTP login claims the guest’s earlier order', async () => {
  const order = await orderOfGuest()
  const { phone } = newPerson()
  const { auth } = order.browser.api
  ok(await auth.otpRequest({ input: phone }))

  const { user } = ok(await auth.otpVerify({ input: phone, otp: await otpFor(db, phone), ...order.link }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('a tab that opened the page of the order without its token claims the order by the cookie of its browser', async () => {
  const order = await orderOfGuest()
  const order_token = order.browser.cookies.get(`placed_${order.link.order_id}`) ?? ''

  const { user } = ok(await order.browser.api.auth.register({ ...newPerson(), ...order.link, order_token }))

  expect(await ownerOf(order)).toBe(user.id)
})

test('a stranger who has the address of the placed order claims nothing, by registration or by OTP login', async () => {
  const order = await orderOfGuest()
  const other = await orderOfGuest()
  const { phone } = newPerson()
  const stranger = guest()

  ok(await stranger.api.auth.register({ ...newPerson(), ...order.link }))
  ok(await other.browser.api.auth.register({ ...newPerson(), ...order.link }))
  ok(await other.browser.api.auth.otpRequest({ input: phone }))
  ok(await other.browser.api.auth.otpVerify({ input: phone, otp: await otpFor(db, phone), ...order.link }))

  expect([await ownerOf(order), await ownerOf(other)]).toEqual([null, null])
})

test('claimOrder ignores a wrong token, an order older than 24 hours and an order that has a customer', async () => {
  const order = await orderOfGuest()
  const late = await orderOfGuest({ age: 2 * days })
  const { browser, link } = order

  ok(await browser.api.auth.register({ ...newPerson(), ...link, order_token: 'x'.repeat(43) }))
  ok(await late.browser.api.auth.register({ ...newPerson(), ...late.link }))
  expect([await ownerOf(order), await ownerOf(late)]).toEqual([null, null])

  const { user } = ok(await browser.api.auth.register({ ...newPerson(), ...link }))
  const again = guest()
  again.cookies.set(`placed_${link.order_id}`, browser.cookies.get(`placed_${link.order_id}`) ?? '')
  ok(await again.api.auth.register({ ...newPerson(), ...link }))
  expect(await ownerOf(order)).toBe(user.id)
})
