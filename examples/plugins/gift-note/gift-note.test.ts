import { expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import giftNote from './server.ts'

const opened = await openShop({ seed: true, plugins: [giftNote] })
const shop = withOrders(opened)
const { db, pool, services } = shop

async function activate(is_active: boolean, config: Record<string, unknown> = {}) {
  await writePlugin(db, [giftNote], { module_name: 'GiftNote', is_active, config })
  await services.changes.catchUp()
}
await activate(true)

const url = '/api/plugins/GiftNote/note'
const save = (visitor: Pick<Guest, 'request'>, note: string) =>
  visitor.request({ method: 'POST', url, payload: { note } })
const read = async (visitor: Pick<Guest, 'request'>) => (await visitor.request({ method: 'GET', url })).body

/** A guest with a filled cart, ready to order. */
const guestWithCart = async () => shop.guestAtPayment(await shop.productWith(5), 'cod')

const mailOf = async (order_id: number) =>
  (
    await pool.query<{ text: string; html: string }>(
      "select text, html from outbox where order_id = $1 and channel = 'mail' and kind = 'order_placed'",
      [order_id],
    )
  ).rows[0]

test('a note is stored with the cart, replaced and deleted', async () => {
  const visitor = await guestWithCart()
  expect(await read(visitor)).toMatchObject({ data: { note: '' } })

  expect((await save(visitor, '  Happy birthday ')).body).toMatchObject({ data: { note: 'Happy birthday' } })
  expect(await read(visitor)).toMatchObject({ data: { note: 'Happy birthday' } })

  await save(visitor, '')
  expect(await read(visitor)).toMatchObject({ data: { note: '' } })
})

test('a note is refused when it is longer than configured, or when there is no cart', async () => {
  await activate(true, { max_length: 20 })
  const visitor = await guestWithCart()

  const tooLong = await save(visitor, 'x'.repeat(21))
  const noCart = await save(shop.guest(), 'Hello')
  await activate(true)

  expect(tooLong).toMatchObject({ status: 422, body: { errors: { note: ['Use at most 20 characters'] } } })
  expect(noCart).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('another visitor cannot read or change the note', async () => {
  const visitor = await guestWithCart()
  await save(visitor, 'For Asha')
  const stranger = await guestWithCart()

  expect(JSON.stringify(await read(stranger))).not.toContain('For Asha')
  await save(stranger, 'For Ravi')

  expect(await read(visitor)).toMatchObject({ data: { note: 'For Asha' } })
})

test('the note goes to the order and its confirmation mail, escaped', async () => {
  const visitor = await guestWithCart()
  await save(visitor, 'Dear <Asha>\nwith love')

  const { order_id } = ok(await visitor.order())

  const mail = await mailOf(order_id)
  expect(mail?.text).toContain('Gift note:\nDear <Asha>\nwith love')
  expect(mail?.html).toContain('Dear &lt;Asha&gt;')
  const { rows } = await pool.query('select note from gift_note_orders where order_id = $1', [order_id])
  expect(rows).toEqual([{ note: 'Dear <Asha>\nwith love' }])
})

test('an order has no note while the plugin is inactive', async () => {
  const visitor = await guestWithCart()
  await save(visitor, 'Hello')
  await activate(false)

  const { order_id } = ok(await visitor.order())
  const reply = await visitor.request({ method: 'GET', url })
  await activate(true)

  expect((await mailOf(order_id))?.text).not.toContain('Gift note')
  expect(reply).toMatchObject({ status: 404, body: { code: 'PLUGIN_INACTIVE' } })
})

test('a guest’s note moves to the customer’s cart at registration and login', async () => {
  const product = await shop.productWith(5)
  const visitor = shop.guest()
  const { email, password } = await register(visitor)
  ok(await visitor.api.cart.addItem({ product_id: product.id }))
  const sameAsGuest = await guestWithCart()
  await save(sameAsGuest, 'From the guest')

  ok(await sameAsGuest.api.auth.login({ email, password }))

  expect(await read(sameAsGuest)).toMatchObject({ data: { note: 'From the guest' } })
})

test('the slot in the cart receives the note and the configured label', async () => {
  const visitor = await guestWithCart()
  await save(visitor, 'Hello')
  const load = giftNote.slots['cart.summary']
  const api = { giftNote: { get: async () => read(visitor) } }

  const data = await load?.({ cart_session: null }, {
    api,
    config: { label: 'Note', max_length: 50 },
  } as never)

  expect(data).toEqual({ note: 'Hello', label: 'Note', max_length: 50 })
})

test('staff find the note of an order in the back office', async () => {
  const visitor = await guestWithCart()
  await save(visitor, '50% sugar <b>')
  const { order_id, order_no } = ok(await visitor.order())
  const staff = await signedInStaff(opened, 'fulfilment')

  const { data } = ok(await staff.admin.adminGiftNotes.list({ q: '50% SUGAR' }))

  expect(data).toEqual([{ id: order_id, order_no, note: '50% sugar <b>' }])
  expect(ok(await staff.admin.adminGiftNotes.list({ q: order_no })).data).toEqual(data)
})

test('account export and deletion include the notes of orders', async () => {
  const product = await shop.productWith(5)
  const visitor = await shop.guestAtPayment(product, 'cod')
  const { password } = await register(visitor)
  await save(visitor, 'For my export')
  const { order_id } = ok(await visitor.order())
  ok(await visitor.api.account.reauthenticate({ password }))

  expect(ok(await visitor.api.account.export()).plugins).toMatchObject({
    gift_notes: [{ note: 'For my export' }],
  })
  ok(await visitor.api.account.deleteAccount())

  const { rows } = await pool.query('select from gift_note_orders where order_id = $1', [order_id])
  expect(rows).toEqual([])
})

test('saving has a limit of its own', async () => {
  const operation = shop.pipeline.operations.find(
    ({ group, name }) => group === 'giftNote' && name === 'save',
  )

  expect(operation?.limit).toEqual({ most: 30, seconds: 60 })
})
