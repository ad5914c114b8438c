import { expect, test } from 'vitest'
import { adminOrdersEndpoints } from '#contract/admin/orders.ts'
import { permissions } from '#contract/admin/permissions.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import { cancelOrder } from '#server/commerce/orders/cancel-order.ts'
import { recordOwedRefunds } from '#server/commerce/orders/owed-refunds.ts'
import { encryptPayoutDetails } from '#server/commerce/orders/payout-details.ts'
import { confirmPayment } from '#server/commerce/orders/shipping/confirm-payment.ts'
import { eraseLeftOrders } from '#server/people/account/erase-orders.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const returned = withOrders(opened)
const { db, services } = shop
const staff = await signedInStaff(opened, 'fulfilment')
const { admin } = staff
const { adminOrders } = admin
const viewer = await signedInStaff(opened, 'viewer')

const detail = async (id: number) => ok(await adminOrders.get({ id }))
const ref = async (id: number) => ({ id, version: (await detail(id)).version })
const today = new Date().toISOString().slice(0, 10)
const texts = async (id: number, kind: string) =>
  (await shop.messages(id)).filter((message) => message.kind.startsWith(kind)).map(({ text }) => text)
const homeCount = async () => ok(await viewer.admin.adminHome.get()).to_do.to_pay_back
const bank = {
  kind: 'bank',
  account_name: 'Asha Rao',
  account_number: '1234567890',
  bank_code: 'HDFC0001234',
} as const

/** A paid bank transfer that is cancelled. */
async function owed() {
  const order = await shop.order({ method: 'bank_transfer' })
  await confirmPayment(services, order.order_no)
  await cancelOrder(services, order.order_id, { reason: 'changed_mind' })
  return { ...order, id: order.order_id }
}

test('a cancelled bank transfer is a refund to pay, until staff record that they paid it', async () => {
  const before = await homeCount()
  const order = await owed()
  const { id } = order
  expect(await homeCount()).toBe(before + 1)
  const listed = ok(await adminOrders.list({ tab: 'to_pay_back', per_page: 100 }))
  expect(listed.total).toBe(before + 1)
  expect(listed.data.find((row) => row.id === id)?.owed).toEqual((await detail(id)).grand_total)
  const found = ok(await adminOrders.list({ tab: 'to_pay_back', q: order.order_no }))
  expect([found.data[0]?.id, found.tabs.to_pay_back]).toEqual([id, 1])
  const requested = await order.read()
  expect(requested).toMatchObject({
    status: 'cancelled',
    payment_status: 'paid',
    totals: { refunded: { amount: 0 } },
    payout: { is_known: false },
    owed_refunds: [{ reason: 'cancelled', paid_on: null }],
  })
  expect((await texts(id, 'order_cancelled'))[0]).toContain('bank account or UPI ID')

  const owed_id = requested.owed_refunds[0]?.id ?? 0
  const paid = ok(
    await adminOrders.payBack({ ...(await ref(id)), owed_id, paid_on: today, reference: 'UTR 4711' }),
  )

  expect(paid).toMatchObject({
    payment_status: 'refunded',
    owed_refunds: [{ paid_on: today, reference: 'UTR 4711' }],
    totals: { refunded: { amount: requested.grand_total.amount } },
    payout: null,
  })
  expect(await homeCount()).toBe(before)
  const [mail] = await texts(id, 'paid_back')
  expect(mail).toContain('UTR 4711')
  const entry = await db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('record_id', '=', order.order_no)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({ action: 'order.pay_back', after: { reference: 'UTR 4711' } })
})

test('an amount is paid back once, by two of staff at once, and by those who may', async () => {
  const order = await owed()
  const { id } = order
  const owed_id = (await order.read()).owed_refunds[0]?.id ?? 0
  const payment = { ...(await ref(id)), owed_id, paid_on: today, reference: 'UTR 1' }
  expect(await viewer.admin.adminOrders.payBack(payment)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await adminOrders.payBack({ ...payment, paid_on: '2099-01-01' })).toMatchObject({
    errors: { paid_on: [expect.any(String)] },
  })
  const replies = await Promise.all([
    adminOrders.payBack(payment),
    adminOrders.payBack({ ...payment, reference: 'UTR 2' }),
  ])
  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect(replies.find(({ status }) => status === 'error')).toMatchObject({ code: 'STALE_RECORD' })
  const again = { ...(await ref(id)), owed_id, paid_on: today, reference: 'UTR 3' }
  expect(await adminOrders.payBack(again)).toMatchObject({ code: 'ORDER_STATE' })
  expect(await texts(id, 'paid_back'), 'a mail and an SMS').toHaveLength(2)
})

test('the customer says once where to pay it; staff see and correct it, and it is forgotten when it is paid', async () => {
  const order = await owed()
  const { id, order_no, token } = order
  const { api } = order.guest
  const wrong = await api.orders.payout({ order_no, token, payout: { kind: 'upi', upi_id: 'no id' } })
  expect(wrong).toMatchObject({ code: 'VALIDATION' })
  expect(ok(await api.orders.payout({ order_no, token, payout: bank })).payout).toEqual({
    is_known: true,
    label: 'Bank account ending in 7890',
  })
  expect(
    await api.orders.payout({ order_no, token, payout: { kind: 'upi', upi_id: 'mallory@bank' } }),
    'a forwarded link does not redirect the money',
  ).toMatchObject({ code: 'NO_DETAILS_NEEDED' })
  expect((await detail(id)).payout_details).toEqual(bank)
  const upi = { kind: 'upi', upi_id: 'asha@okbank' } as const
  expect(ok(await adminOrders.payout({ ...(await ref(id)), payout: upi })).payout_details).toEqual(upi)
  const owed_id = (await order.read()).owed_refunds[0]?.id ?? 0
  ok(await adminOrders.payBack({ ...(await ref(id)), owed_id, paid_on: today, reference: 'UPI 9' }))
  expect((await detail(id)).payout_details).toBeNull()
  const unpaid = await shop.order()
  expect(
    await unpaid.guest.api.orders.payout({ order_no: unpaid.order_no, token: unpaid.token, payout: bank }),
  ).toMatchObject({ code: 'NO_DETAILS_NEEDED' })
})

test('only staff who may pay a refund back read its account; others read the hint', async () => {
  const order = await owed()
  const { id, order_no, token } = order
  ok(await order.guest.api.orders.payout({ order_no, token, payout: bank }))

  for (const permission of permissions) {
    const code = `reads_orders_and_${permission.replace('.', '_')}`
    const row = { code, name: code, permissions: ['orders.read', permission] }
    await db.insertInto('staff_roles').values(row).execute()
    const reader = await signedInStaff(opened, code)
    const reply = await reader.request({ method: 'GET', url: `/api/admin/orders/${id}` })
    expect([permission, reply.status]).toEqual([permission, 200])
    const isPaying = permission === adminOrdersEndpoints.payBack.permission
    for (const secret of [bank.account_name, bank.account_number, bank.bank_code])
      expect([permission, JSON.stringify(reply.body).includes(secret)]).toEqual([permission, isPaying])
    expect(reply.body).toMatchObject({ data: { payout: { label: 'Bank account ending in 7890' } } })
  }
  expect(ok(await viewer.admin.adminOrders.get({ id })).payout_details).toBeNull()
})

test('an account is encrypted in the database, and in no log, audit entry or export', async () => {
  const order = await owed()
  const { id, order_no, token } = order
  ok(await order.guest.api.orders.payout({ order_no, token, payout: bank }))
  ok(await adminOrders.payout({ ...(await ref(id)), payout: { ...bank, account_number: '9988776655' } }))
  const rows = await db.selectFrom('payout_details').selectAll().where('order_id', '=', id).execute()
  expect(rows).toMatchObject([{ kind: 'bank', hint: '6655', account_number: '', encrypted: /^[\w-]{90,}$/ }])
  expect((await detail(id)).payout_details).toMatchObject({ account_number: '9988776655' })

  const audit = await db.selectFrom('audit_log').selectAll().where('record_id', '=', order_no).execute()
  const outbox = await db.selectFrom('outbox').selectAll().where('order_id', '=', id).execute()
  const csv = await staff.request({ method: 'GET', url: '/api/admin/orders/export?tab=to_pay_back' })
  for (const [name, seen] of Object.entries({ rows, audit, outbox, csv: csv.body, log: opened.logged }))
    for (const secret of [bank.account_number, '9988776655', bank.bank_code])
      expect([name, JSON.stringify(seen).includes(secret)]).toEqual([name, false])
})

test('the customer is notified when an account for the refund is entered and when it is changed', async () => {
  const order = await owed()
  const { id, order_no, token } = order
  ok(await order.guest.api.orders.payout({ order_no, token, payout: bank }))
  ok(await adminOrders.payout({ ...(await ref(id)), payout: { kind: 'upi', upi_id: 'asha@okbank' } }))
  const mails = (await shop.messages(id)).filter(
    ({ kind, channel }) => /payout/.test(kind) && channel === 'mail',
  )
  expect(mails.map(({ subject }) => subject)).toEqual([
    `The account for the refund of order ${order_no} was entered`,
    `The account for the refund of order ${order_no} was changed`,
  ])
  expect(mails[0]?.text).toContain('Bank account ending in 7890')
  expect(mails[1]?.text).toContain('UPI ID as…@okbank')
  expect(mails[1]?.text).toContain('If this was not you')
})

test('an account that the release before stored is read, and encrypted by the job', async () => {
  const order = await owed()
  const row = { ...bank, order_id: order.id, hint: '7890' }
  await db.insertInto('payout_details').values(row).execute()
  expect((await detail(order.id)).payout_details).toEqual(bank)
  await encryptPayoutDetails(opened.services)
  expect(
    await db.selectFrom('payout_details').selectAll().where('order_id', '=', order.id).execute(),
  ).toMatchObject([{ account_name: '', account_number: '', bank_code: '', hint: '7890' }])
  expect((await detail(order.id)).payout_details).toEqual(bank)
})

test('a deleted customer’s account is erased with the order, but not while the shop owes money', async () => {
  const order = await owed()
  const { id, order_no, token } = order
  ok(await order.guest.api.orders.payout({ order_no, token, payout: bank }))
  await db.updateTable('orders').set({ customer_left_at: new Date() }).where('id', '=', id).execute()
  await eraseLeftOrders(db)
  expect((await detail(id)).payout_details).toEqual(bank)
  const owed_id = (await detail(id)).owed_refunds[0]?.id ?? 0
  ok(await adminOrders.payBack({ ...(await ref(id)), owed_id, paid_on: today, reference: 'UTR 8' }))
  await eraseLeftOrders(db)
  expect(await detail(id)).toMatchObject({ payout_details: null, email: null })
})

test('the customer says without JavaScript where to pay it', async () => {
  const order = await owed()
  const { order_no, token } = order
  const post = (fields: Record<string, string>) =>
    order.guest.request({
      method: 'POST',
      url: '/forms/payout-details',
      payload: new URLSearchParams({ order_no, token, ...fields }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        referer: `http://localhost/track-order/${token}`,
      },
    })
  const empty = { account_name: '', account_number: '', bank_code: '' }
  const refused = await post({ ...empty, kind: 'upi', upi_id: 'no id' })
  expect(refused.headers.location).toContain('posted=1')
  expect(decodeURIComponent(String(refused.headers['set-cookie']))).toContain('Please enter a UPI ID')
  expect((await order.read()).payout).toMatchObject({ is_known: false })
  await post({ ...bank, upi_id: '' })
  expect((await order.read()).payout).toEqual({ is_known: true, label: 'Bank account ending in 7890' })
})

test('a return of cash on delivery is a refund to pay once its items are back', async () => {
  const order = await returned.deliveredOrder()
  const { order_id: id, order_no, api } = order
  await db.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute()
  const item_id = (await order.read()).productchannel[0]?.id ?? 0
  const { refund_no } = ok(
    await api.orders.refundRequest({ order_no, items: [{ item_id, quantity: 3, reason: 'damaged' }] }),
  )
  expect((await order.read()).payout).toEqual({ is_known: false, label: '' })
  for (const step of ['approve', 'returned', 'paid'] as const)
    ok(await adminOrders.refund({ ...(await ref(id)), refund_no, step }))

  expect(await order.read()).toMatchObject({
    status: 'refunded',
    status_label: 'Refund to pay',
    totals: { refunded: { amount: 0 } },
    owed_refunds: [{ reason: 'returned', paid_on: null }],
  })
  const csv = await opened.services.db
    .selectFrom('owed_refunds')
    .select('amount')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const owed_id = (await order.read()).owed_refunds[0]?.id ?? 0
  ok(await adminOrders.payBack({ ...(await ref(id)), owed_id, paid_on: today, reference: 'UTR 5' }))
  expect(await order.read()).toMatchObject({
    status_label: 'Refunded',
    totals: { refunded: { amount: csv.amount } },
  })
})

test('a second payment whose gateway is gone is money owed, and leaves the order paid when it is paid back', async () => {
  const order = await shop.order({ method: 'bank_transfer' })
  const id = order.order_id
  await confirmPayment(services, order.order_no)
  const before = await homeCount()
  const { amount, currency } = (await detail(id)).grand_total
  const payment_id = `surplus-${id}`
  await db
    .insertInto('payments')
    .values({
      id: payment_id,
      order_id: id,
      gateway: 'closed_down',
      gateway_payment_id: payment_id,
      status: 'surplus',
      amount,
      currency,
      captured_amount: amount,
    })
    .execute()
  await db.insertInto('payment_refunds').values({ payment_id, amount, reason: 'paid_twice' }).execute()
  await carryOutRefunds(services)
  await recordOwedRefunds(db, null)

  expect(await homeCount()).toBe(before + 1)
  const { data } = ok(await adminOrders.list({ tab: 'to_pay_back', q: order.order_no }))
  expect(data).toMatchObject([{ id, owed: { amount } }])
  const [debt] = (await detail(id)).owed_refunds
  expect(debt).toMatchObject({ reason: 'surplus', amount: { amount }, paid_on: null })
  expect((await order.read()).owed_refunds).toMatchObject([{ reason: 'surplus', amount: { amount } }])
  ok(
    await adminOrders.payBack({
      ...(await ref(id)),
      owed_id: debt?.id ?? 0,
      paid_on: today,
      reference: 'UTR 9',
    }),
  )
  expect(await detail(id)).toMatchObject({ status: 'placed', payment_status: 'paid' })
  expect(await homeCount()).toBe(before)
})

test('what the release before left to be paid by hand is found, once', async () => {
  const order = await owed()
  await db.deleteFrom('owed_refunds').where('order_id', '=', order.id).execute()
  await Promise.all([recordOwedRefunds(db, null), recordOwedRefunds(db, null)])
  await recordOwedRefunds(db, null)
  expect((await order.read()).owed_refunds).toHaveLength(1)
})

test('a debt from before the update is marked; one that was paid before it is recorded without a message', async () => {
  const [earlier, open, present] = [await owed(), await owed(), await owed()]
  const ids = [earlier.id, open.id]
  await db.deleteFrom('owed_refunds').where('order_id', 'in', ids).execute()
  await recordOwedRefunds(db, null)
  await db.updateTable('owed_refunds').set({ is_earlier: true }).where('order_id', 'in', ids).execute()
  const marks = async () =>
    Promise.all(
      [earlier, open, present].map(async ({ read }) =>
        (await read()).owed_refunds.map((row) => row.is_earlier),
      ),
    )
  expect(await marks()).toEqual([[true], [true], [false]])
  const { data } = ok(await adminOrders.list({ tab: 'to_pay_back', per_page: 100 }))
  expect(data.filter((row) => row.is_owed_earlier).map(({ id }) => id)).toEqual(ids.toReversed())

  const pay = async (id: number, paid_on: string) =>
    adminOrders.payBack({
      ...(await ref(id)),
      owed_id: (await detail(id)).owed_refunds[0]?.id ?? 0,
      paid_on,
      reference: 'UTR 1',
    })
  ok(await pay(earlier.id, '2026-01-05'))
  ok(await pay(open.id, today))
  expect(await texts(earlier.id, 'paid_back')).toEqual([])
  expect(await texts(open.id, 'paid_back'), 'a mail and an SMS').toHaveLength(2)
})

test('owed refunds are exported with their amounts', async () => {
  const { id, order_no } = await owed()
  const { grand_total } = await detail(id)
  const file = await staff.request({ method: 'GET', url: '/api/admin/orders/export?tab=to_pay_back' })
  const [head = '', ...lines] = String(file.body).replace('\ufeff', '').trim().split('\r\n')
  const at = head.split(',').indexOf('refund_to_pay')
  const line = lines.find((text) => text.startsWith(order_no)) ?? ''
  expect(at).toBeGreaterThan(0)
  expect(line).toContain(`,${(grand_total.amount / 100).toFixed(2)},`)
  expect(lines).toHaveLength(ok(await adminOrders.list({ tab: 'to_pay_back' })).total)
})

test('tabs, the list and home count unpaid and partly shipped orders in one way', async () => {
  const unpaid = await shop.order({ method: 'bank_transfer' })
  const { items, ...part } = await shop.order()
  ok(
    await adminOrders.ship({
      ...(await ref(part.order_id)),
      courier: 'Delhivery',
      waybill: 'TABS-0001',
      items: [{ order_item_id: items[0]?.id ?? 0, quantity: 1 }],
    }),
  )
  const { tabs } = ok(await adminOrders.list({ per_page: 1 }))
  const { to_do } = ok(await viewer.admin.adminHome.get())
  expect([to_do.to_pack, to_do.to_ship, to_do.to_pay_back]).toEqual([
    tabs.to_pack,
    tabs.to_ship,
    tabs.to_pay_back,
  ])
  for (const tab of [
    'to_pack',
    'to_ship',
    'on_the_way',
    'unpaid',
    'to_pay_back',
    'returns',
    'closed',
  ] as const) {
    const page = ok(await adminOrders.list({ tab, per_page: 100 }))
    expect([tab, page.data.length], tab).toEqual([tab, tabs[tab]])
    const numbers = page.data.map(({ id }) => id)
    expect([tab, numbers.includes(unpaid.order_id)]).toEqual([tab, tab === 'unpaid'])
    expect([tab, numbers.includes(part.order_id)]).toEqual([tab, tab === 'to_ship'])
    const searched = ok(await adminOrders.list({ tab, q: 'SF', per_page: 100 }))
    expect([tab, searched.tabs[tab]], 'of a search').toEqual([tab, tabs[tab]])
  }
})
