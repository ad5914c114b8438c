import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'
import { withCheckout } from '#harness/checkout.ts'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { refuseMarketing } from '#server/platform/notify/refuse-marketing.ts'
import { sendOutbox } from '#server/platform/notify/send-outbox.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { abandonedCartPersonalData, forgetCarts } from './personal-data.server.ts'
import { abandonedCartRoutes } from './routes.ts'
import { sendCartMails } from './send-mails.server.ts'
import { abandonedCartPlugin } from './server.ts'
import { abandonedCartWeb } from './web.ts'

const plugins = [abandonedCartPlugin]
const webPlugins = [abandonedCartWeb]
const shop = withCheckout(await openShop({ seed: true, pages: true, plugins, webPlugins }))
const { db, pool, services } = shop
const configure = async (config: Record<string, unknown> = {}) => {
  await writePlugin(db, plugins, { module_name: 'AbandonedCart', is_active: true, config })
  await services.changes.catchUp()
}
await configure()

const visitor = () => {
  const guest = shop.guest()
  return { ...guest, api: createClient(guest.send, { ...routes, abandonedCart: abandonedCartRoutes }) }
}
const run = () =>
  sendCartMails({ ...services, signal: new AbortController().signal, lastSucceededAt: undefined })
let made = 0
const newEmail = () => `left${++made}@example.com`

/** A shopper with goods in the cart and an address in the checkout, hours ago. */
async function leaver({
  email = newEmail(),
  agrees = true,
  hours = 5,
  lines = [] as { id: number; quantity?: number }[],
} = {}) {
  const own = visitor()
  const goods: { id: number; quantity?: number }[] = lines.length > 0 ? lines : [await shop.product()]
  for (const { id, quantity = 1 } of goods) ok(await own.api.cart.addItem({ product_id: id, quantity }))
  const cart = ok(await own.api.cart.updateContact({ email, phone: '9876543210', marketing_opt_in: agrees }))
  await letPass(cart.id, hours)
  return { ...own, email, cart, goods }
}
const letPass = (id: number | null, hours: number) =>
  pool.query('update carts set updated_at = updated_at - make_interval(hours => $2) where id = $1', [
    id,
    hours,
  ])
/** The second mail is due. */
const letDue = (id: number | null) =>
  pool.query(
    'update abandoned_carts set next_mail_at = now() where cart_id = $1 and next_mail_at is not null',
    [id],
  )
const mailsTo = async (email: string) =>
  (
    await pool.query<{
      id: number
      kind: string
      subject: string
      text: string
      html: string
      sent_at: Date
    }>('select * from outbox where lower(recipient) = $1 and kind like $2 order by id', [
      email,
      'marketing:%',
    ])
  ).rows
const rowOf = async (cartId: number | null) =>
  (await pool.query('select * from abandoned_carts where cart_id = $1', [cartId])).rows[0]
const tokenIn = (text = '') => new URLSearchParams(/\/cart\?(\S+)/.exec(text)?.[1]).get('restore') ?? ''
/** A shopper who got the first mail, with the token of its link. */
async function mailed(options: Parameters<typeof leaver>[0] = {}) {
  const left = await leaver(options)
  await run()
  const [mail] = await mailsTo(left.email)
  return { ...left, token: tokenIn(mail?.text) }
}

test('a cart that was left gets one mail, and a second one later, whatever the number of workers', async () => {
  const { email, cart } = await leaver()
  await Promise.all([run(), run(), run()])
  await run()
  const [first, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(first?.text).toMatch(/1 x Vase \d+: ₹100/)
  expect(first?.text).toContain('/unsubscribe?')
  expect(first?.kind).toBe('marketing:abandoned-cart')

  for (let again = 0; again < 3; again += 1) {
    await letDue(cart.id)
    await Promise.all([run(), run()])
  }
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    first?.subject,
    'Your cart is still there',
  ])
  expect(await rowOf(cart.id)).toMatchObject({ state: 'mailed', mails: 2, next_mail_at: null })
})

test('a worker that ends between the mail and its mark has sent nothing', async () => {
  const { email, cart } = await leaver()
  await pool.query(`create function end_here() returns trigger language plpgsql as $$ begin raise 'gone'; end $$;
    create trigger end_here before update of mails on abandoned_carts for each row execute function end_here()`)
  await run()
  expect(await mailsTo(email)).toEqual([])
  await pool.query('drop function end_here() cascade')
  await pool.query("update job_records set retry_at = now() where job = 'abandoned-cart.send'")
  await run()
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await rowOf(cart.id)).toMatchObject({ mails: 1 })
})

test('a cart that is not left for long enough, without goods, or without an address, gets none', async () => {
  const recent = await leaver({ hours: 3 })
  const emptied = await leaver()
  ok(await emptied.api.cart.removeItem({ product_id: emptied.goods[0]?.id }))
  await letPass(emptied.cart.id, 5)
  const old = await leaver({ hours: 40 })
  await run()
  for (const { email } of [recent, emptied, old]) expect(await mailsTo(email)).toEqual([])
})

test('an order ends the mails, also from another cart of the same address, and takes back one that waits', async () => {
  const { email, cart } = await mailed()
  await letDue(cart.id)
  await run()
  expect(await mailsTo(email)).toHaveLength(2)

  const other = await shop.guestAtPayment(await shop.product())
  const changed = ok(await other.api.cart.updateContact({ email: email.toUpperCase() }))
  ok(await other.order({ version: changed.version }))
  expect(await mailsTo(email)).toEqual([])
  expect(await rowOf(cart.id)).toMatchObject({ state: 'ordered', next_mail_at: null, order_id: null })
})

test('an order before the first mail leaves none', async () => {
  const left = await leaver()
  const other = await shop.guestAtPayment(await shop.product())
  const changed = ok(await other.api.cart.updateContact({ email: left.email }))
  ok(await other.order({ version: changed.version }))
  await run()
  expect(await mailsTo(left.email)).toEqual([])
})

test.each([
  [
    'emptied',
    async ({ api, goods }: Awaited<ReturnType<typeof mailed>>) =>
      ok(await api.cart.removeItem({ product_id: goods[0]?.id })),
  ],
  ['sold_out', ({ goods }: Awaited<ReturnType<typeof mailed>>) => shop.setStock(goods[0]?.id ?? 0, 0)],
  ['unsubscribed', ({ email }: Awaited<ReturnType<typeof mailed>>) => refuseMarketing(db, email)],
])('a cart that is %s gets no second mail', async (state, change) => {
  const left = await mailed()
  await change(left)
  await pool.query("update carts set updated_at = now() - interval '6 hours' where id = $1", [left.cart.id])
  await letDue(left.cart.id)
  await run()
  expect(await mailsTo(left.email)).toHaveLength(1)
  expect(await rowOf(left.cart.id)).toMatchObject({ state, next_mail_at: null })
})

test('where the law asks for consent, only those who agreed get it; elsewhere all who did not object', async () => {
  const silent = await leaver({ agrees: false })
  const customer = visitor()
  const { email } = await register(customer)
  ok(await customer.api.cart.addItem({ product_id: (await shop.product()).id }))
  await letPass(ok(await customer.api.cart.get()).id, 5)
  await run()
  expect(await mailsTo(silent.email)).toEqual([])
  expect(await rowOf(silent.cart.id)).toMatchObject({ state: 'no_consent', email: '', lines: [] })
  expect(await mailsTo(email)).toEqual([])

  await configure({ channels: [{ channel: (await readDefaultChannel(db)).code, permission: 'soft_opt_in' }] })
  const open = await leaver({ agrees: false })
  const objector = await leaver()
  await refuseMarketing(db, objector.email)
  await letPass(ok(await customer.api.cart.get()).id, 1)
  ok(await customer.api.cart.addItem({ product_id: (await shop.product()).id }))
  await letPass(ok(await customer.api.cart.get()).id, 5)
  await run()
  for (const one of [open.email, email]) {
    expect((await mailsTo(one)).map(({ kind }) => kind)).toEqual(['marketing:soft:abandoned-cart'])
  }
  expect(await mailsTo(objector.email)).toEqual([])
  // The outbox checks again when it sends: the customer opts out in between.
  ok(await customer.api.account.updateMailPreferences({ marketing_opt_in: false }))
  const sent: string[] = []
  const mail = async ({ recipient, kind }: { recipient: string; kind: string }) => {
    if (kind.startsWith('marketing:')) sent.push(recipient)
  }
  await sendOutbox({ db, log: { warn() {}, error() {} }, transports: { mail } })
  expect(sent).toContain(open.email)
  expect(sent).not.toContain(email)

  await configure({ permission: 'off' })
  const off = await leaver()
  await run()
  expect(await rowOf(off.cart.id)).toBeUndefined()
  await configure()
})

test('many carts with one address get two mails together', async () => {
  const email = newEmail()
  for (let at = 0; at < 4; at += 1) await leaver({ email })
  await Promise.all([run(), run()])
  await pool.query(
    'update abandoned_carts set next_mail_at = now() where email = $1 and next_mail_at is not null',
    [email],
  )
  await Promise.all([run(), run()])
  expect(await mailsTo(email)).toHaveLength(2)
})

test('the link restores the goods in another browser, once, and is no login', async () => {
  const [vase, bowl] = [await shop.product({ stock: 5 }), await shop.product({ stock: 5 })]
  const { token, cart } = await mailed({ lines: [{ id: vase.id, quantity: 2 }, bowl] })
  const phone = visitor()
  ok(await phone.api.cart.addItem({ product_id: vase.id, quantity: 1 }))

  const { cart: restored, missed } = ok(await phone.api.abandonedCart.restore({ token }))
  expect(missed).toEqual([])
  expect(restored.id).not.toBe(cart.id)
  expect(restored.items.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
    [vase.id, 2],
    [bowl.id, 1],
  ])
  expect(restored).toMatchObject({ email: null, phone: null, shipping_address: null, customer_id: null })
  expect(ok(await phone.api.abandonedCart.restore({ token })).cart.total_quantity).toBe(3)
  expect(ok(await shop.guest().api.cart.get()).items).toEqual([])

  // Two presses at once, with no cart before.
  const tablet = visitor()
  ok(await tablet.api.cart.get())
  await Promise.all([1, 2].map(() => tablet.api.abandonedCart.restore({ token })))
  expect(ok(await tablet.api.cart.get()).total_quantity).toBe(3)
})

test('the page says what is gone, dearer, or fewer, and restores without JavaScript', async () => {
  const [gone, dearer, few] = [await shop.product(), await shop.product(), await shop.product({ stock: 5 })]
  const { token } = await mailed({ lines: [gone, dearer, { id: few.id, quantity: 4 }] })
  await shop.setStock(gone.id, 0)
  await shop.setPrice(dearer.id, 12_000)
  await shop.setStock(few.id, 3)

  const phone = visitor()
  const page = await phone.request({ method: 'GET', url: `/cart?restore=${encodeURIComponent(token)}` })
  const html = String(page.body)
  expect(html).toContain('You left these in your cart')
  expect(html).toContain('No longer available')
  expect(html).toMatch(/₹120.*₹100.*in the e-mail/s)
  expect(html).toMatch(/3 of 4/)
  expect(ok(await phone.api.cart.get()).items).toEqual([])

  const posted = await phone.request({
    method: 'POST',
    url: '/forms/restore-cart',
    payload: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(posted).toMatchObject({ status: 303, headers: { location: '/cart?posted=1' } })
  const { items } = ok(await phone.api.cart.get())
  expect(
    items.map(({ product_id, quantity, previous_unit_price }) => [
      product_id,
      quantity,
      previous_unit_price?.amount,
    ]),
  ).toEqual([
    [dearer.id, 1, 10_000],
    [few.id, 3, undefined],
  ])
  const after = await phone.request({ method: 'GET', url: '/cart?posted=1' })
  expect(String(after.body)).toContain(
    `No longer available: ${gone.name}. Only 3 of 4 of ${few.name} in stock`,
  )
})

test('a token that is changed, expired, of other goods, or 10 KB long is refused and changes nothing', async () => {
  const { token, cart } = await mailed()
  const other = await mailed()
  const [id = '', until = '', signature = ''] = token.split('.')
  const hostile = [
    '',
    'x'.repeat(200),
    `${other.token.split('.')[0]}.${until}.${signature}`,
    `${id}.${Number(until) + 1}.${signature}`,
    `${id}.${until}.${signature.slice(1)}`,
    `${id}.${until}.${signature}.1`,
    `0x1.${until}.${signature}`,
    `${'9'.repeat(15)}.${until}.${signature}`,
    `-1.${until}.${signature}`,
    `1 or 1=1.${until}.${signature}`,
  ]
  const phone = visitor()
  for (const one of hostile)
    expect(await phone.api.abandonedCart.restore({ token: one })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await phone.api.abandonedCart.restore({ token: 'x'.repeat(10_000) })).toMatchObject({
    code: 'VALIDATION',
  })
  const page = await phone.request({ method: 'GET', url: `/cart?restore=${'x'.repeat(10_000)}` })
  expect([200, 414, 431]).toContain(page.status)
  expect(ok(await phone.api.cart.get()).items).toEqual([])
  expect((await rowOf(cart.id)).opened_at).toBeNull()

  await pool.query(
    "update abandoned_carts set last_mail_at = now() - interval '31 days' where cart_id = $1",
    [cart.id],
  )
  await forgetCarts(db)
  expect(await phone.api.abandonedCart.restore({ token })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await rowOf(cart.id)).toMatchObject({ email: '', lines: [], customer_id: null })
})

test('an order after the link counts for the mails once, within its days', async () => {
  const { token, cart } = await mailed()
  const buyer = await shop.guestAtPayment(await shop.product())
  const api = createClient(buyer.send, { abandonedCart: abandonedCartRoutes })
  const { cart: restored } = ok(await api.abandonedCart.restore({ token }))
  expect(ok(await api.abandonedCart.left({ token })).is_ordered).toBe(false)
  const { order_id } = ok(await buyer.order({ version: restored.version }))
  expect(await rowOf(cart.id)).toMatchObject({ state: 'recovered', order_id })
  expect(ok(await api.abandonedCart.left({ token })).is_ordered).toBe(true)

  const late = await mailed()
  await late.api.abandonedCart.restore({ token: late.token })
  await pool.query("update abandoned_carts set opened_at = now() - interval '8 days' where cart_id = $1", [
    late.cart.id,
  ])
  const other = await shop.guestAtPayment(await shop.product())
  const changed = ok(await other.api.cart.updateContact({ email: late.email }))
  ok(await other.order({ version: changed.version }))
  expect(await rowOf(late.cart.id)).toMatchObject({ state: 'ordered', order_id: null })
})

test('opening the link is noted in the browser that has the cart, not elsewhere', async () => {
  const { token, cart, api, request } = await mailed()
  const url = `/cart?restore=${encodeURIComponent(token)}`
  await visitor().request({ method: 'GET', url })
  expect((await rowOf(cart.id)).opened_at).toBeNull()
  const page = await request({ method: 'GET', url })
  expect(String(page.body)).not.toContain('You left these')
  expect((await rowOf(cart.id)).opened_at).not.toBeNull()
  expect(ok(await api.cart.get()).id).toBe(cart.id)
})

test('personal data is exported and erased', async () => {
  const { email, cart } = await mailed()
  const person = { id: 0, email: email.toUpperCase(), fullPhone: null }
  expect(await abandonedCartPersonalData.read?.(db, person)).toMatchObject({
    abandoned_carts: [{ email, mails: 1, products: [expect.stringMatching(/^Vase/)] }],
  })
  await db.transaction().execute(async (tx) => abandonedCartPersonalData.erase?.(tx, person))
  expect(await abandonedCartPersonalData.read?.(db, person)).toEqual({ abandoned_carts: [] })
  expect(await rowOf(cart.id)).toMatchObject({ email: '', lines: [], next_mail_at: null })
})

test('staff see the carts with their mails, and what orders after them brought', async () => {
  const staff = await signedInStaff(shop, 'viewer')
  const read = async (url: string) =>
    (await staff.request({ method: 'GET', url: `/api/admin/abandoned-carts${url}` })).body as {
      data: { total: number; data: object[]; mails: number; recovered: { orders: number }[] }
    }
  const { token, email, cart } = await mailed()
  expect((await read(`?q=${email}`)).data.data).toMatchObject([
    { email, state: 'mailed', mails: 1, amount: { amount: 10_000 }, pieces: 1, order: null },
  ])
  const before = (await read('/results')).data

  const buyer = await shop.guestAtPayment(await shop.product())
  const api = createClient(buyer.send, { abandonedCart: abandonedCartRoutes })
  const { version } = ok(await api.abandonedCart.restore({ token })).cart
  const { order_id } = ok(await buyer.order({ version }))
  expect((await read('?state=recovered&sort=id&order=desc')).data.data[0]).toMatchObject({
    email,
    order: { id: order_id, total: { currency: cart.currency } },
  })
  const ordersOf = ({ recovered }: { recovered: { orders: number }[] }) =>
    recovered.reduce((sum, { orders }) => sum + orders, 0)
  expect(ordersOf((await read('/results')).data)).toBe(ordersOf(before) + 1)
  await pool.query("update orders set status = 'cancelled' where id = $1", [order_id])
  expect(ordersOf((await read('/results')).data)).toBe(ordersOf(before))
})
