import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { dayText } from '#contract/rules/day-text.ts'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import { capture } from '#server/commerce/gateways/test-gateway/ledger.ts'
import { rejectRefund } from '#server/commerce/orders/decide-refund.ts'
import { markReturned } from '#server/commerce/orders/mark-returned.ts'
import { payRefund } from '#server/commerce/orders/pay-refund.ts'
import { expectSoundLedger } from '#server/commerce/stored-value/stored-value.test-support.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { giftCardDemoCommand } from './demo-card.server.ts'
import { issueSoldCards } from './sales.server.ts'
import { giftCardPlugin } from './server.ts'
import { giftCardWeb } from './web.ts'

const plugins = [giftCardPlugin]
const opened = await openShop({
  seed: true,
  pages: true,
  plugins,
  webPlugins: [giftCardWeb],
})
const shop = withPayments(opened)
const { product } = withCheckout(opened)
const { db, pool, services } = shop
const turn = (is_active: boolean) => writePlugin(db, plugins, { module_name: 'GiftCard', is_active })
await turn(true)
await services.changes.catchUp()
const { admin, request } = await signedInStaff(opened, 'owner')
afterEach(() => expectSoundLedger(pool))

const card = await product({ name: 'Gift card', kind: 'voucher', price: 100_000 })
const vase = await product({ name: 'Blue vase', price: 40_000, stock: 50 })
const context = { ...services, signal: new AbortController().signal, lastSucceededAt: undefined }

const recipient = { recipient_email: 'ravi@example.com', recipient_name: 'Ravi', recipient_message: 'Enjoy!' }

/** An order of gift cards that waits for its payment. */
async function waiting(quantity = 1, more: object = {}, product_id = card.id) {
  const guest = shop.guest()
  const additonal_data = { ...recipient, ...more }
  ok(await guest.api.cart.addItem({ product_id, quantity, additonal_data }))
  ok(await guest.api.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
  ok(await guest.api.cart.updateAddress({ ...address, same_as_shipping: true }))
  const { version } = ok(await guest.api.cart.updatePaymentMode({ payment_method: 'test_gateway' }))
  const idempotency_key = crypto.randomUUID()
  const { order_id, order_no, token } = ok(
    await guest.api.checkout.placeOrder({ version, idempotency_key, accept_tnc: true }),
  )
  const { payment_id } = ok(await guest.api.checkout.processPayment({ order_id, token }))
  const pay = async () => {
    await capture(db, payment_id)
    return shop.facts(payment_id)
  }
  return { ...guest, order_id, order_no, token, pay }
}

async function bought(quantity = 1, more: object = {}, product_id = card.id) {
  const order = await waiting(quantity, more, product_id)
  await shop.send(await order.pay())
  await issueSoldCards(context)
  return order
}

type Sold = { id: number; balance: number; blocked: boolean; voided: boolean }
const cardsOf = async (order_id: number) =>
  (
    await pool.query<Sold>(
      `select a.id, a.balance, a.blocked_at is not null as blocked, s.voided_at is not null as voided
      from gift_card_sales s join order_items i on i.id = s.order_item_id join value_accounts a on a.id = s.account_id
      where i.order_id = $1 order by s.piece`,
      [order_id],
    )
  ).rows

const mailsTo = async (email: string) =>
  (
    await db
      .selectFrom('outbox')
      .select(['kind', 'text'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()
  ).filter(({ kind }) => kind === 'gift_card')

/** The code in the latest mail of a gift card. */
const codeIn = (text = '') => /Code: (\S+)/.exec(text)?.[1] ?? ''

test('the cards of an order are issued once by simultaneous jobs and repeated events, and not before it is paid', async () => {
  const order = await waiting(3)
  await issueSoldCards(context)
  expect(await cardsOf(order.order_id)).toEqual([])
  const facts = await order.pay()
  await Promise.all([
    ...Array.from({ length: 10 }, () => shop.send(facts)),
    ...Array.from({ length: 4 }, () => issueSoldCards(context)),
  ])
  await Promise.all(Array.from({ length: 4 }, () => issueSoldCards(context)))
  expect((await cardsOf(order.order_id)).map(({ balance }) => balance)).toEqual([100_000, 100_000, 100_000])
  const mails = await mailsTo('ravi@example.com')
  expect(mails).toHaveLength(3)
  expect(new Set(mails.map(({ text }) => codeIn(text))).size).toBe(3)
  expect(mails[0]?.text).toContain('“Enjoy!”')
})

test('a payment enqueues the job in its transaction', async () => {
  const order = await waiting()
  await shop.send(await order.pay())
  const { rows } = await pool.query(
    `select from graphile_worker.jobs where task_identifier = 'gift-card.issue-sold-cards' and key like $1`,
    [`%order ${order.order_id}`],
  )
  expect(rows).toHaveLength(1)
  await issueSoldCards(context)
})

test('a card that was paid while the plugin was off is issued once it is on', async () => {
  const order = await waiting()
  await turn(false)
  await services.changes.catchUp()
  await shop.send(await order.pay())
  await issueSoldCards(context)
  expect(await cardsOf(order.order_id)).toEqual([])
  await turn(true)
  await services.changes.catchUp()
  await issueSoldCards(context)
  expect(await cardsOf(order.order_id)).toHaveLength(1)
})

test('a card for a later day is issued when it is paid and not sent before', async () => {
  const send_on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const order = await bought(1, { recipient_email: 'mira@example.com', send_on })
  expect(await cardsOf(order.order_id)).toHaveLength(1)
  expect(await mailsTo('mira@example.com')).toEqual([])
})

test('a day of the year 0, which the database does not have, is refused before a card is paid for', async () => {
  const send_on = '0000-01-01'
  const guest = shop.guest()
  const cart = await guest.api.cart.addItem({
    product_id: card.id,
    quantity: 1,
    additonal_data: { ...recipient, send_on },
  })
  expect
    .soft(cart)
    .toMatchObject({ code: 'VALIDATION', errors: { 'additonal_data.send_on': [expect.any(String)] } })

  const queries = [
    `orders?from=${send_on}`,
    `reports?report=days&from=${send_on}&to=2026-11-30`,
    `customers?last_from=${send_on}`,
    `consent-records?from=${send_on}`,
  ]
  for (const query of queries)
    expect.soft([query, (await request({ url: `/api/admin/${query}` })).status]).toEqual([query, 422])
})

test('staff read what became of the cards of one order', async () => {
  const order = await bought(2)
  const send_on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const later = await bought(1, { recipient_email: 'lata@example.com', send_on })
  const cardsFor = async (order_no: string) =>
    ok(await admin.adminGiftCards.list({ order_no, order: 'asc' })).data.map(
      ({ id, sent_to, sent_at, state }) => ({ id, sent_to, isSent: sent_at !== null, state }),
    )
  const [first, second] = await cardsOf(order.order_id)
  const sent = { sent_to: 'ravi@example.com', isSent: true, state: 'active' }
  expect(await cardsFor(order.order_no)).toEqual([
    { id: first?.id, ...sent },
    { id: second?.id, ...sent },
  ])
  expect(await cardsFor(later.order_no)).toMatchObject([{ sent_to: 'lata@example.com', isSent: false }])
  expect(await cardsFor('SF-0')).toEqual([])
})

test('a bought card has no tax at sale and pays goods whose tax stays whole, but no other gift card', async () => {
  const order = await bought(1, { recipient_email: 'nia@example.com' })
  const sale = ok(await order.api.orders.item({ order_no: order.order_no, token: order.token })).order
  expect(sale.totals.tax.amount).toBe(0)
  const code = codeIn((await mailsTo('nia@example.com'))[0]?.text)
  const shopper = await shop.guestAtPayment(vase, 'cod')
  const before = ok(await shopper.api.cart.get())
  const apply = (who: typeof shopper) =>
    who.request({ method: 'POST', url: '/api/plugins/GiftCard/apply', payload: { code } })
  await apply(shopper)
  const after = ok(await shopper.api.cart.get())
  expect(after.stored_value?.due.amount).toBe(0)
  expect(after.tax_total).toEqual(before.tax_total)
  expect(after.tax_total.amount).toBeGreaterThan(0)

  ok(await shopper.api.cart.addItem({ product_id: card.id, additonal_data: recipient }))
  const mixed = ok(await shopper.api.cart.get())
  expect(mixed.stored_value?.due.amount).toBe(100_000)
  expect(mixed.items[1]?.fields).toContainEqual({
    label: 'Payment',
    value: 'Not with a gift card or store credit',
  })
})

async function startReturn(order_id: number, quantity: number): Promise<string> {
  const { version, productchannel } = ok(await admin.adminOrders.get({ id: order_id }))
  const items = [{ item_id: productchannel[0]?.id ?? 0, quantity, reason: 'other' as const }]
  const started = ok(await admin.adminOrders.startReturn({ id: order_id, version, items, note: '' }))
  return started.refunds.at(-1)?.refund_no ?? ''
}

/** Staff take cards of an order back, up to the payment of the refund. */
async function refund(order_id: number, quantity: number) {
  const refund_no = await startReturn(order_id, quantity)
  await markReturned(services, { refund_no })
  return payRefund(services, { refund_no })
}

test('a refund voids the unspent card of a piece, and its money goes back', async () => {
  const order = await bought(2, { recipient_email: 'omi@example.com' })
  await refund(order.order_id, 1)
  const cards = await cardsOf(order.order_id)
  expect(cards).toMatchObject([
    { balance: 0, blocked: true, voided: true },
    { balance: 100_000, blocked: false, voided: false },
  ])
  await carryOutRefunds(services)
  expect(await shop.paymentsOf(order.order_id)).toMatchObject([{ refunded_amount: 100_000 }])
})

test('the page of an order shows the state of its gift cards, to who may read the order alone', async () => {
  const sent = await bought(2, { recipient_email: 'tara@example.com' })
  await refund(sent.order_id, 1)
  const send_on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const later = await bought(1, { recipient_email: 'tara@example.com', send_on })
  const statesOn = async ({ request, order_id, token }: typeof sent) => {
    const url = `/checkout-complete?order_id=${order_id}&token=${token}`
    const { body } = await request({ method: 'GET', url })
    const [list = ''] = /<ul[^>]*aria-label="Gift cards of this order".*?<\/ul>/s.exec(String(body)) ?? []
    return list
      .replaceAll(/<li>/g, '|')
      .replaceAll(/<[^>]*>/g, '')
      .slice(1)
      .split('|')
  }
  const today = dayText(new Date().toISOString(), 'en-IN', 'Asia/Kolkata')
  expect(await statesOn(sent)).toEqual([
    expect.stringMatching(/^Gift card •••• \w{4}: refunded, no longer valid$/),
    expect.stringMatching(`: sent on ${today}$`),
  ])
  expect(await statesOn(later)).toEqual([
    expect.stringMatching(`: will be sent on ${dayText(send_on, 'en-IN', 'UTC')}$`),
  ])

  const slot = { name: 'order.actions' as const, props: { order_no: sent.order_no, token: null } }
  expect(ok(await shop.guest().api.plugins.slots({ slots: [slot] }))).toEqual({})
})

const balancesOf = async (order_id: number) =>
  (await cardsOf(order_id)).map(({ balance, voided }) => (voided ? 'void' : balance))

test('a refund in the seconds before the cards are issued is paid, and its pieces never get a card', async () => {
  const order = await waiting(3)
  await shop.send(await order.pay())
  await refund(order.order_id, 1)
  await issueSoldCards(context)
  expect(await balancesOf(order.order_id)).toEqual([100_000, 100_000])
})

test('a refund of all pieces before the cards are issued leaves none to issue', async () => {
  const order = await waiting(2)
  await shop.send(await order.pay())
  await refund(order.order_id, 2)
  await issueSoldCards(context)
  expect(await cardsOf(order.order_id)).toEqual([])
})

test('a piece whose return is declined has its card, although the return began before it was issued', async () => {
  const order = await waiting(2)
  await shop.send(await order.pay())
  const refund_no = await startReturn(order.order_id, 1)
  await markReturned(services, { refund_no })
  await issueSoldCards(context)
  await rejectRefund(services, { refund_no })
  await issueSoldCards(context)
  expect(await balancesOf(order.order_id)).toEqual([100_000, 100_000])
})

async function spend(recipientOf: string) {
  const code = codeIn((await mailsTo(recipientOf))[0]?.text)
  const shopper = await shop.guestAtPayment(vase, 'cod')
  await shopper.request({ method: 'POST', url: '/api/plugins/GiftCard/apply', payload: { code } })
  ok(await shopper.order())
}

test('a refund is refused with a clear message once its card is spent in part, and nothing has changed', async () => {
  const order = await bought(1, { recipient_email: 'lea@example.com' })
  const refund_no = await startReturn(order.order_id, 1)
  await spend('lea@example.com')
  await markReturned(services, { refund_no })
  await expect(payRefund(services, { refund_no })).rejects.toMatchObject({
    code: 'ORDER_STATE',
    message: 'The gift card has been spent, at least in part, and cannot be refunded',
  })
  expect(await cardsOf(order.order_id)).toMatchObject([{ voided: false, blocked: false }])
  expect(await shop.paymentsOf(order.order_id)).toMatchObject([{ refunded_amount: 0 }])
})

test('a return of more gift cards than are unspent is refused at its first step, and one of those is started', async () => {
  const order = await bought(2, { recipient_email: 'mia@example.com' })
  await spend('mia@example.com')
  const { version, productchannel } = ok(await admin.adminOrders.get({ id: order.order_id }))
  const start = (quantity: number) =>
    admin.adminOrders.startReturn({
      id: order.order_id,
      version,
      note: '',
      items: [{ item_id: productchannel[0]?.id ?? 0, quantity, reason: 'other' }],
    })
  expect(await start(2)).toMatchObject({
    code: 'VALIDATION',
    errors: { items: ['Gift card: only 1 can be returned; the others have been spent, at least in part'] },
  })
  const { status, refunds } = ok(await admin.adminOrders.get({ id: order.order_id }))
  expect({ status, refunds }).toEqual({ status: 'delivered', refunds: [] })
  expect((await start(1)).status).toBe('success')
})

test('the page of a gift card asks for the recipient without JavaScript, and the form adds it', async () => {
  const guest = shop.guest()
  const { slug } = await db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', card.productId)
    .executeTakeFirstOrThrow()
  const page = String((await guest.request({ method: 'GET', url: `/product/${slug}` })).body)
  expect(page).toContain('name="additonal_data.recipient_email"')
  expect(page).toContain('Sent by e-mail, without delivery')
  const payload = new URLSearchParams({
    product_id: String(card.id),
    quantity: '1',
    'additonal_data.recipient_email': 'zoe@example.com',
    'additonal_data.recipient_name': '',
    'additonal_data.recipient_message': '',
    'additonal_data.send_on': '',
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await guest.request({ method: 'POST', url: '/forms/add-to-cart', payload, headers })
  expect(status).toBe(303)
  expect(ok(await guest.api.cart.get()).items[0]?.fields).toContainEqual({
    label: 'To',
    value: 'zoe@example.com',
  })
})

test('the command adds a gift card with its amounts to the demo shop once, whose picture is in the mail', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gift-card-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const run = () => giftCardDemoCommand.run({ ...services, files: createDiskStorage(dir), print }, [])
  expect([await run(), await run()]).toEqual([0, 0])
  expect(said[1]).toContain('Nothing was changed')
  const { rows } = await pool.query<{ id: number; title: string }>(
    "select v.id, v.title from variations v join products p on p.id = v.product_id where p.slug = 'gift-card' order by v.position",
  )
  expect(rows.map(({ title }) => title)).toEqual(['₹500', '₹1,000', '₹2,000', '₹5,000'])
  await bought(1, { recipient_email: 'kim@example.com' }, rows[2]?.id)
  const { html } = await db
    .selectFrom('outbox')
    .select('html')
    .where('recipient', '=', 'kim@example.com')
    .executeTakeFirstOrThrow()
  for (const part of ['₹2,000', '/_img/320x/uploads/', '/documents/GiftCard/card?token='])
    expect(html).toContain(part)
})
