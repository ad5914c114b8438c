import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { withdrawalRoutes } from '#contract/withdrawal.ts'
import { addChannel } from '#harness/channels.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { channelsTag } from '#server/shop/channels/channel-selection.ts'

const opened = await openShop({ seed: true, pages: true })
const { withdrawal } = createClient(opened.guest().send, { withdrawal: withdrawalRoutes })
const shop = withOrders(opened)
const { db, services } = shop
type Made = Awaited<ReturnType<typeof shop.orderOf>>

async function setDays(withdrawal_days: number, withdrawal_extended = false) {
  await db
    .updateTable('channels')
    .set({ withdrawal_days, withdrawal_extended })
    .where('code', '=', 'india')
    .execute()
  await db.transaction().execute((tx) => noteChange(tx, [channelsTag, 'storefront']))
  await services.changes.catchUp()
}

let addresses = 0
function newAddress() {
  addresses += 1
  return `203.0.113.${addresses}`
}

/** Posts a form as a browser without scripts does, and opens the page that follows. */
async function post(form: string, fields: Record<string, string>, ip = newAddress()) {
  const browser = shop.guest()
  const { headers } = await browser.request({
    method: 'POST',
    url: `/forms/${form}`,
    remoteAddress: ip,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const location = String(headers.location)
  const page = await browser.request({ method: 'GET', url: location.split('#')[0] ?? '', remoteAddress: ip })
  return { location, html: String(page.body) }
}

const emailOf = async ({ order_id }: Made) =>
  (await db.selectFrom('orders').select('email').where('id', '=', order_id).executeTakeFirstOrThrow())
    .email ?? ''
const mailOf = (order_id: number, kind = 'order_placed') =>
  db
    .selectFrom('outbox')
    .select(['recipient', 'text'])
    .where('order_id', '=', order_id)
    .where('kind', 'like', kind)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow()
const statements = () =>
  db.selectFrom('form_submissions').selectAll().where('form_slug', '=', 'withdrawal').orderBy('id').execute()
const newest = async () => (await statements()).at(-1)
const returnsOf = ({ order_id }: Made) =>
  db.selectFrom('refunds').selectAll().where('order_id', '=', order_id).execute()
const lineOf = async ({ read }: Made) => (await read()).productchannel[0]?.id ?? 0

test('a shop whose channels know no right of withdrawal has no page, link or call for it', async () => {
  const page = await shop.request({ method: 'GET', url: '/withdraw' })
  const home = await shop.request({ method: 'GET', url: '/' })

  expect(page.status).toBe(404)
  expect(home.body).not.toContain('/withdraw')
  expect(await withdrawal.state({ order_no: 'SF-1', input: 'a@shop.example' })).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await statements()).toEqual([])
})

test('a delivered order is withdrawn from in two steps without scripts, and becomes a marked return', async () => {
  await setDays(14)
  const made = await shop.deliveredOrder({ quantity: 2 })
  const input = await emailOf(made)
  const item = await lineOf(made)

  const found = await post('withdraw', { order_no: made.order_no.toLowerCase(), input, name: 'Asha Rao' })
  expect(found.html).toContain('Confirm withdrawal')
  expect(found.html).toContain(`value="${item}"`)
  const sent = await post('confirm-withdrawal', {
    ...{ order_no: made.order_no, input, name: 'Asha Rao', chooses: 'yes' },
    ...{ 'items.0.item_id': String(item), 'items.0.quantity': '1' },
  })

  expect(sent.html).toContain('We have received your withdrawal')
  const [refund] = await returnsOf(made)
  expect(refund).toMatchObject({ status: 'refund_requested', withdrawn_at: expect.any(Date) })
  expect(sent.html).toContain(`Return ${refund?.refund_no} is open`)
  expect(await made.read()).toMatchObject({
    refunds: [{ withdrawn_at: expect.any(String), items: [{ quantity: 1 }] }],
  })
  const mail = await mailOf(made.order_id, 'withdrawal:%')
  expect(mail.recipient).toBe(input)
  expect(mail.text).toContain('Stated at')
  expect(mail.text).toContain('1 × ')
})

test('staff decline a withdrawal only for a reason of the law', async () => {
  const made = await shop.deliveredOrder()
  ok(await withdrawal.state({ order_no: made.order_no, input: await emailOf(made) }))
  const [refund] = await returnsOf(made)
  const { admin } = await signedInStaff(opened, 'owner')
  const ref = async () => {
    const { id, version } = ok(await admin.adminOrders.get({ id: made.order_id }))
    return { id, version, refund_no: refund?.refund_no ?? '', step: 'reject' as const }
  }

  expect(await admin.adminOrders.refund({ ...(await ref()), note: 'We do not like it' })).toMatchObject({
    errors: { legal_reason: [expect.any(String)] },
  })
  expect((await returnsOf(made))[0]?.status).toBe('refund_requested')
  ok(await admin.adminOrders.refund({ ...(await ref()), legal_reason: 'business' }))
  expect((await returnsOf(made))[0]?.status).toBe('refund_rejected')
  const logged = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'order.refund_reject')
    .executeTakeFirst()
  expect(logged).toMatchObject({ after: { legal_reason: 'business' } })
})

test('a repeated statement, and two at once, are one', async () => {
  const made = await shop.deliveredOrder()
  const statement = { order_no: made.order_no, input: await emailOf(made) }
  const before = (await statements()).length

  const both = await Promise.all([withdrawal.state(statement), withdrawal.state(statement)])
  const again = ok(await withdrawal.state(statement))

  expect(both.map(ok)).toEqual([again, again])
  expect(await statements()).toHaveLength(before + 1)
  expect(await returnsOf(made)).toHaveLength(1)
})

test('an order that has not left is cancelled at once, and one under way or returned waits for staff', async () => {
  const placed = await shop.orderOf({ method: 'cod' })
  const underway = await shop.orderOf()
  await shop.bring(underway.order_id, 'packed', 'shipped')
  const returned = await shop.deliveredOrder()
  ok(
    await returned.api.orders.refundRequest({
      order_no: returned.order_no,
      items: [{ item_id: await lineOf(returned), quantity: 1, reason: 'damaged' }],
    }),
  )

  for (const made of [placed, underway, returned])
    ok(await withdrawal.state({ order_no: made.order_no, input: await emailOf(made) }))

  const [first, second, third] = (await statements()).slice(-3)
  expect((await placed.read()).status).toBe('cancelled')
  expect(first).toMatchObject({ answered_by: 'Cancelled before it was sent' })
  expect(second).toMatchObject({ answered_at: null })
  expect(third).toMatchObject({ answered_at: null })
  expect(await returnsOf(returned)).toMatchObject([{ withdrawn_at: null }])
})

test('a statement that fits no order is stored, acknowledged neutrally, and shows nothing of orders', async () => {
  const made = await shop.deliveredOrder()
  const unknown = await post('withdraw', { order_no: 'SF-999999999', input: 'stranger@shop.example' })
  const foreign = await post('withdraw', { order_no: made.order_no, input: 'stranger@shop.example' })
  const shown = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0].replace(/SF-\d+/g, 'SF')

  expect(shown(foreign.html)).toBe(shown(unknown.html))
  expect(foreign.html).not.toContain('items.0')
  const sent = await post('confirm-withdrawal', {
    ...{ order_no: made.order_no, input: 'stranger@shop.example', name: 'S', content: 'the vase' },
  })
  expect(sent.html).toContain('We have received it and check it')
  expect(await newest()).toMatchObject({ email: 'stranger@shop.example', answered_at: null })
  expect(await returnsOf(made)).toEqual([])
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', 'stranger@shop.example')
    .execute()
  expect(mails).toMatchObject([{ kind: 'form_acknowledgement' }])
  expect(mails[0]?.text).not.toContain('vase')
})

test('guessing stops after twenty misses of an address, with the answer of an unknown order; stating goes on', async () => {
  const made = await shop.deliveredOrder()
  const ip = '198.51.100.7'
  for (let miss = 0; miss < 20; miss += 1)
    await post('withdraw', { order_no: `SF-${miss}`, input: 'stranger@shop.example' }, ip)

  const blocked = await post('withdraw', { order_no: made.order_no, input: await emailOf(made) }, ip)
  expect(blocked.html).not.toContain('items.0')
  const sent = await post('confirm-withdrawal', { order_no: made.order_no, input: await emailOf(made) }, ip)
  expect(sent.html).toContain('We have received your withdrawal')
  expect(await returnsOf(made)).toHaveLength(1)
})

test('ten kilobytes, no item and a contact that is none are refused at the field, and nothing is stored', async () => {
  const made = await shop.deliveredOrder()
  const input = await emailOf(made)
  const before = (await statements()).length
  const long = await post('confirm-withdrawal', {
    order_no: 'x'.repeat(10_000),
    input,
    content: 'y'.repeat(3_000),
  })
  const none = await post('confirm-withdrawal', { order_no: made.order_no, input, chooses: 'yes' })
  const empty = await post('withdraw', { order_no: '', input: ' ' })
  const wrong = await post('confirm-withdrawal', { order_no: made.order_no, input: '<script>' })

  expect(long.html).not.toContain('We have received')
  expect(none.html).toContain('Please choose at least one item')
  expect(none.html).toContain('Confirm withdrawal')
  expect(empty.html).toContain('Please enter the order number')
  expect(wrong.html).toContain('Invalid phone number')
  expect(await statements()).toHaveLength(before)
})

test('the period counts from the delivery, and is 12 months longer without the information', async () => {
  const made = await shop.deliveredOrder()
  const reference = { order_no: made.order_no, input: await emailOf(made) }
  await shop.pool.query(`update order_events set at = at - interval '16 days' where order_id = $1`, [
    made.order_id,
  ])

  expect(ok(await withdrawal.order(reference)).order).toMatchObject({ is_over: true })
  await setDays(14, true)
  expect(ok(await withdrawal.order(reference)).order).toMatchObject({ is_over: false })
  await setDays(14)
  ok(await withdrawal.state(reference))

  expect(await newest()).toMatchObject({ answered_at: null })
  expect(await returnsOf(made)).toEqual([])
})

const exclude = (variation: number, withdrawal_exclusion: string | null) =>
  db
    .updateTable('products')
    .set({ withdrawal_exclusion })
    .where('id', 'in', db.selectFrom('variations').select('product_id').where('id', '=', variation))
    .execute()

test('rights and exclusions are shown above the order button and mailed, and an exclusion of that time stays', async () => {
  const { path } = await db.selectFrom('images').select('path').limit(1).executeTakeFirstOrThrow()
  const guarantee_notice = json({
    image: { path, alt: 'Two years of legal guarantee' },
    url: 'https://europa.eu/g',
  })
  await db
    .updateTable('channels')
    .set({ order_button: 'Order with obligation to pay', guarantee_notice })
    .where('code', '=', 'india')
    .execute()
  await setDays(14)
  const product = await shop.productWith(50)
  await exclude(product.id, 'sealed')
  const shopper = await shop.guestAtPayment({ ...product, quantity: 1 }, 'cod')

  const page = String((await shopper.request({ method: 'GET', url: '/checkout/payment' })).body)
  const above = page.slice(page.indexOf('id="before-order"'), page.indexOf('Order with obligation to pay<'))
  for (const text of [
    'within <!-- -->14',
    'it is sealed for hygiene',
    'Two years of legal guarantee',
    'Total',
  ])
    expect(above).toContain(text)

  const { order_id, order_no } = ok(await shopper.order())
  const mail = await mailOf(order_id)
  for (const text of [
    'within 14 days without giving any reason',
    'cannot be withdrawn from',
    'I hereby withdraw',
  ])
    expect(mail.text).toContain(text)
  await exclude(product.id, null)
  await shop.deliver(order_id)
  const { email = '' } = await db
    .selectFrom('orders')
    .select('email')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const reference = { order_no, input: email ?? '' }
  const [line] = ok(await withdrawal.order(reference)).order?.lines ?? []
  expect(line).toMatchObject({ excluded: expect.stringContaining('sealed for hygiene') })
  const items = [{ item_id: line?.item_id ?? 0, quantity: 1 }]
  expect(await withdrawal.state({ ...reference, items })).toMatchObject({
    errors: { items: [expect.stringContaining('no right of withdrawal')] },
  })
})

test('a channel in the European Union has its order button, and may have its own words for it', async () => {
  const { admin } = await signedInStaff(opened, 'owner')
  await addChannel(services, { code: 'at', name: 'Austria', host: 'at.shop.example', withdrawal_days: 14 })
  const read = async () => {
    const [row] = ok(await admin.adminChannels.list({ q: 'Austria' })).data
    return ok(await admin.adminChannels.get({ id: row?.id ?? 0 }))
  }
  const button = async () => {
    await services.changes.catchUp()
    const headers = { host: 'at.shop.example' }
    const { body } = await shop.request({ method: 'GET', url: '/api/storefront/all', headers })
    return JSON.parse(JSON.stringify(body)).data.before_order
  }

  expect(await button()).toEqual({ order_button: 'Order with obligation to pay', guarantee_notice: null })
  const { id, version, values } = await read()
  ok(await admin.adminChannels.update({ id, version, values: { ...values, order_button: 'Buy and pay' } }))
  expect(await button()).toMatchObject({ order_button: 'Buy and pay' })
  const former = await read()
  const guarantee_notice = { image: { path: 'none/such.png', alt: '' }, url: '' }
  expect(
    await admin.adminChannels.update({
      id,
      version: former.version,
      values: { ...former.values, guarantee_notice },
    }),
  ).toMatchObject({ errors: { 'values.guarantee_notice.image': [expect.any(String)] } })
  const { order_button: _, guarantee_notice: __, ...older } = former.values
  ok(await admin.adminChannels.update({ id, version: former.version, values: older }))
  expect(await button()).toMatchObject({ order_button: 'Buy and pay' })
})

test('a channel names what its law asks, and what is missing', async () => {
  const { admin } = await signedInStaff(opened, 'owner')
  const country = { code: 'lt', name: 'Lithuania', host: 'lt.shop.example' }
  const id = await addChannel(services, { ...country, withdrawal_days: 0, omnibus: false })
  const missing = async (of: number) =>
    ok(await admin.adminChannels.law({ id: of }))
      .points.filter(({ is_done }) => is_done === false)
      .map(({ title }) => title)

  expect(await missing(id)).toEqual(
    expect.arrayContaining([
      'Right of withdrawal',
      'Notice of the legal guarantee',
      'Lowest price of 30 days beside a reduction',
      'Who answers for products',
    ]),
  )
  await db.updateTable('channels').set({ withdrawal_days: 14, omnibus: null }).where('id', '=', id).execute()
  expect(await missing(id)).not.toContain('Right of withdrawal')
  expect(await missing(id)).not.toContain('Lowest price of 30 days beside a reduction')
  const india = await db
    .selectFrom('channels')
    .select('id')
    .where('code', '=', 'india')
    .executeTakeFirstOrThrow()
  expect(await missing(india.id)).not.toContain('Prices include all taxes')
  expect(await missing(india.id)).toContain('Country of origin, and who made or imports products')
  expect(ok(await admin.adminChannels.law({ id: 999_999 })).points).toEqual([])
})

test('staff mark a product that the law excludes, and its page says so before the order', async () => {
  const { admin } = await signedInStaff(opened, 'owner')
  const { product_id, slug } = await db
    .selectFrom('products')
    .select(['id as product_id', 'slug'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { values, version } = ok(await admin.adminProducts.get({ id: product_id }))
  ok(
    await admin.adminProducts.update({
      id: product_id,
      version,
      values: { ...values, withdrawal_exclusion: 'perishable' },
    }),
  )
  await services.changes.catchUp()

  const { specifications } = ok(await shop.api.product.single({ id: slug }))
  expect(specifications).toContainEqual({
    label: 'Right of withdrawal',
    value: 'None, because it spoils quickly',
  })
})

test('mails and pages of orders link to it, and the page opens in the default channel for an order of another one', async () => {
  const made = await shop.orderOf()
  const mail = await mailOf(made.order_id)
  const home = await shop.request({ method: 'GET', url: '/' })
  expect(mail.text).toContain(`/withdraw?order_no=${made.order_no}`)
  expect(home.body).toContain('Withdraw from contract here')

  await addChannel(services, { withdrawal_days: 14 })
  await setDays(0)
  expect((await shop.request({ method: 'GET', url: '/withdraw' })).status).toBe(200)
  expect((await shop.request({ method: 'GET', url: '/' })).body).not.toContain('Withdraw from contract here')
})
