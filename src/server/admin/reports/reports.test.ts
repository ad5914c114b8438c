import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { rowName, STAFF_SOURCE } from '#contract/admin/report-names.ts'
import { addDays, dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { address } from '#harness/addresses.ts'
import { addChannel } from '#harness/channels.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { addPromotion } from '#server/commerce/promotions/promotion.test-support.ts'
import { totalOf } from './read-report.ts'
import { divide, readSums } from './read-sums.ts'
import { storeMonths } from './stored-months.ts'

const opened = await openShop({ seed: 'small' })
const { db } = opened
const shop = withCheckout(opened)
const { adminReports } = (await signedInStaff(opened, 'viewer')).admin
const staff = (await signedInStaff(opened, 'manager')).admin
const timeZone = timeZoneOf('en-IN')
const today = dayIn(new Date(), timeZone)
const channel = { id: 1, timeZone }
const vase = await shop.product({ price: 10_000, stock: 10_000, name: '=A vase' })
const bowl = await shop.product({ price: 25_000, stock: 10_000 })
await db.updateTable('variations').set({ cost: 4_000 }).where('id', '=', vase.id).execute()

let phones = 9_000_000_000
/** An order on delivery, of noon some days ago: in every time zone of these tests it is the same day. */
async function order(
  daysAgo: number,
  {
    items = [vase.id],
    phone = String(phones++),
    source,
  }: { items?: number[]; phone?: string; source?: string } = {},
) {
  const { api } = opened.guest()
  for (const product_id of items) ok(await api.cart.addItem({ product_id }))
  ok(await api.cart.updateAddress({ ...address, phone, same_as_shipping: true }))
  ok(await api.cart.updateContact({ phone, email: `${phone}@example.com` }))
  const { version } = ok(await api.cart.updatePaymentMode({ payment_method: 'cod' }))
  const placed = ok(
    await api.checkout.placeOrder({ version, idempotency_key: randomUUID(), accept_tnc: true, source }),
  )
  const placed_at = new Date(Date.now() - daysAgo * 86_400_000)
  placed_at.setUTCHours(12, 0, 0, 0)
  await db.updateTable('orders').set({ placed_at }).where('id', '=', placed.order_id).execute()
  return { id: placed.order_id, day: dayIn(placed_at, timeZone) }
}
const days = (from: string, to = from) => ({ from, to })
const wholeTime = days('2020-01-01', addDays(today, 1))
const totalIn = async (period: { from: string; to: string }) =>
  totalOf(await readSums(db, channel, 'days', period))

test('a report has each row with the period before, totals, and the names of the lines', async () => {
  const { day } = await order(3, { items: [vase.id, bowl.id] })
  await order(4)
  const report = ok(await adminReports.get({ report: 'product', ...days(day), compare: 'previous' }))
  expect(report).toMatchObject({
    channel: 'in',
    currency: 'INR',
    time_zone: timeZone,
    period: days(day),
    compared_with: days(addDays(day, -1)),
    row_count: 3,
    total: { orders: 1, items: 2, gross: 35_000 },
    previous_total: { orders: 1, items: 1, gross: 10_000 },
  })
  expect(report.rows.map(({ label, figures }) => [label, figures.items, figures.sales])).toEqual([
    [bowl.name, 1, 25_000],
    [vase.name, 1, 10_000],
    ['', 0, 7_900],
  ])
  expect(report.rows[1]?.previous).toMatchObject({ items: 1, sales: 10_000 })
  expect(report.rows[1]?.figures, 'the margin is without tax').toMatchObject({
    cost: 4_000,
    costed: 10_000 - 1_526,
  })

  const overTime = ok(await adminReports.get({ report: 'days', ...days(addDays(day, -2), day) }))
  expect(overTime.rows.map(({ key, figures }) => [key, figures.orders])).toEqual([
    [addDays(day, -2), 0],
    [addDays(day, -1), 1],
    [day, 1],
  ])
  const byMonth = ok(
    await adminReports.get({ report: 'days', from: '2025-01-15', to: '2025-07-02', compare: 'year' }),
  )
  expect(byMonth.rows.map(({ key }) => key)).toEqual(
    ['01', '02', '03', '04', '05', '06', '07'].map((month) => `2025-${month}`),
  )
  expect(byMonth.compared_with).toEqual({ from: '2024-01-15', to: '2024-07-02' })
})

test('a CSV file has every row with its names and amounts, and no formula', async () => {
  const { day } = await order(6, { items: [vase.id] })
  const viewer = await signedInStaff(opened, 'viewer')
  const { body, headers } = await viewer.request({
    method: 'GET',
    url: `/api/admin/reports/export?report=product&from=${day}&to=${day}&compare=previous`,
  })
  expect(headers['content-disposition']).toContain(`product-${day}-${day}.csv`)
  const [header, first] = String(body).replace('\ufeff', '').split('\r\n')
  expect(header).toBe(
    'key,name,items,sales,returned,refunds,net,margin,cost,gross,discount,previous_items,previous_sales,previous_returned,previous_refunds,previous_net,previous_margin,previous_cost,previous_gross,previous_discount,currency',
  )
  expect(first).toMatch(/^vase-1,'=A vase,1,100\.00,0,0\.00,100\.00,44\.74,40\.00,100\.00,0\.00,0,0\.00/)
})

test.for([
  [
    'a last day before the first',
    { from: '2026-02-02', to: '2026-02-01' },
    { to: [expect.stringMatching(/not before/)] },
  ],
  [
    'more than ten years',
    { from: '2010-02-02', to: '2026-02-01' },
    { to: [expect.stringMatching(/ten years/)] },
  ],
  ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, { from: [expect.anything()] }],
  ['10 KB of a day', { from: '2'.repeat(10_000), to: '2026-03-01' }, { from: [expect.anything()] }],
] as const)('%s is refused at its field', async ([, range, errors]) => {
  expect(await adminReports.get({ report: 'days', ...range })).toMatchObject({ code: 'VALIDATION', errors })
})

test('an unknown channel is not found', async () => {
  expect(await adminReports.get({ report: 'days', ...days(today), channel: 'constructor' })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an order is of a new customer unless an earlier one has its phone, and stays so when its data is erased', async () => {
  const first = await order(10, { phone: '9111111111' })
  const second = await order(9, { phone: '9111111111' })
  const keys = async () =>
    (await readSums(db, channel, 'customers', days(first.day, second.day))).map(({ key, figures }) => [
      key,
      figures.orders,
    ])
  const before = (await keys()).toSorted()
  expect(before).toEqual([
    ['new', 1],
    ['returning', 1],
  ])
  await db.updateTable('orders').set({ phone: null, email: null }).where('id', '=', first.id).execute()
  expect((await keys()).toSorted()).toEqual(before)
})

test('channels are rows in their own currency, and no total adds them up', async () => {
  const germany = await addChannel(opened, { is_tax_included: false })
  await opened.changes.catchUp()
  const { id, day } = await order(12)
  await db.updateTable('orders').set({ channel_id: germany, currency: 'EUR' }).where('id', '=', id).execute()
  const report = ok(await adminReports.get({ report: 'channel', ...days(day) }))
  expect(report.total).toBeNull()
  expect(report.rows.map(({ key, currency, figures }) => [key, currency, figures.orders]).toSorted()).toEqual(
    [
      ['de', 'EUR', 1],
      ['in', 'INR', 0],
    ],
  )
  const german = ok(await adminReports.get({ report: 'payment', ...days(day), channel: 'de' }))
  expect(german).toMatchObject({ currency: 'EUR', time_zone: 'Europe/Berlin', total: { orders: 1 } })
})

test('stored months are used, dropped by a late change, and stored again', async () => {
  const { id, day } = await order(70)
  const before = await totalIn(wholeTime)
  await storeMonths(db)
  const month = `${day.slice(0, 7)}-01`
  const stored = () =>
    db
      .selectFrom('report_sums')
      .select('orders')
      .where('report', '=', 'payment')
      .where(sql<boolean>`month = ${month}::date`)
      .execute()
  expect(await stored()).toMatchObject([{ orders: 1 }])
  // The stored sum is read: no trigger marks a change of it.
  await db
    .updateTable('report_sums')
    .set({ orders: 1_000 })
    .where('report', '=', 'days')
    .where('orders', '=', 1)
    .where(sql<boolean>`month = ${month}::date`)
    .execute()
  expect((await totalIn(wholeTime)).orders).toBe(before.orders + 999)

  const { version } = ok(await staff.adminOrders.get({ id }))
  ok(await staff.adminOrders.cancel({ id, version, reason: 'other' }))
  expect(await totalIn(wholeTime), 'before the job').toMatchObject({ orders: before.orders - 1 })
  await storeMonths(db)
  expect(await stored(), 'after it').toEqual([])
  expect(await totalIn(wholeTime)).toMatchObject({ orders: before.orders - 1, sales: before.sales - 17_900 })
})

test('sums are not used in another time zone, and are stored again for it', async () => {
  await order(70)
  await storeMonths(db)
  const { time_zone } = await db
    .selectFrom('report_months')
    .select('time_zone')
    .where('channel_id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(time_zone).toBe(timeZone)
  await db.updateTable('channels').set({ locale: 'en-US' }).where('id', '=', 1).execute()
  await storeMonths(db)
  const zones = await db
    .selectFrom('report_months')
    .select('time_zone')
    .distinct()
    .where('channel_id', '=', 1)
    .execute()
  expect(zones).toEqual([{ time_zone: timeZoneOf('en-US') }])
  await db.updateTable('channels').set({ locale: 'en-IN' }).where('id', '=', 1).execute()
})

test('a month that one process stores while an order changes and another takes the mark is stored again', async () => {
  const { id, day } = await order(65)
  await storeMonths(db)
  const { orders } = await totalIn(wholeTime)
  await db
    .deleteFrom('report_months')
    .where(sql<boolean>`month = ${`${day.slice(0, 7)}-01`}::date`)
    .execute()
  // The first process waits after it has read the orders and before its commit.
  await sql`create function pause() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(4242); return null; end $$`.execute(db)
  await sql`create trigger pause after insert on report_sums for each statement execute function pause()`.execute(
    db,
  )
  const held = await opened.pool.connect()
  const untilWaiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await held.query(
        `select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0].n).toBe(count)
    })
  await held.query('select pg_advisory_lock(4242)')
  const first = storeMonths(db)
  await untilWaiting(1)
  const { version } = ok(await staff.adminOrders.get({ id }))
  ok(await staff.adminOrders.cancel({ id, version, reason: 'other' }))
  const second = storeMonths(db)
  await untilWaiting(2)
  await held.query('select pg_advisory_unlock(4242)')
  held.release()
  await Promise.all([first, second])
  await sql`drop trigger pause on report_sums`.execute(db)
  expect(await db.selectFrom('report_marks').select('id').execute()).toEqual([])
  expect((await totalIn(wholeTime)).orders).toBe(orders - 1)
})

test('days that a range leaves out of a stored month are subtracted where they are fewer', () => {
  const clean = new Set(['2026-01-01', '2026-03-01'])
  expect(divide('product', days('2026-01-03', '2026-03-05'), clean)).toEqual({
    months: ['2026-01-01'],
    pieces: [
      { from: '2026-01-01', until: '2026-01-03', sign: -1 },
      { from: '2026-02-01', until: '2026-03-06', sign: 1 },
    ],
  })
  expect(divide('days', days('2026-01-03', '2026-03-05'), clean)).toEqual({
    months: ['2026-01-01', '2026-03-01'],
    pieces: [{ from: '2026-02-01', until: '2026-03-01', sign: 1 }],
  })
})

test('the funnel counts carts, orders that were started, confirmed, not cancelled and delivered', async () => {
  const { id, day } = await order(20)
  await order(20)
  await db
    .insertInto('cart_days')
    .values({ channel_id: 1, day: sql`${day}::date`, carts: 9, last_cart_id: 0 })
    .execute()
  const { version } = ok(await staff.adminOrders.get({ id }))
  ok(await staff.adminOrders.cancel({ id, version, reason: 'other' }))
  expect(ok(await adminReports.funnel({ ...days(day), compare: 'previous' }))).toEqual({
    period: days(day),
    compared_with: days(addDays(day, -1)),
    funnel: { carts: 9, started: 2, confirmed: 2, remaining: 1, delivered: 0 },
    previous: { carts: 0, started: 0, confirmed: 0, remaining: 0, delivered: 0 },
  })
})

test('the stock is valued at cost where it is known and at prices, with the age since it last came in', async () => {
  const lamp = await shop.product({ price: 5_000, stock: 4 })
  await db.updateTable('variations').set({ cost: 2_000 }).where('id', '=', lamp.id).execute()
  await db
    .insertInto('stock_changes')
    .values(
      [40, 100].map((ago) => ({
        variation_id: lamp.id,
        at: sql<Date>`now() - make_interval(days => ${ago}::integer)`,
        actor: 'x',
        stock_before: 0,
        stock_after: 4,
        reason: 'received',
      })),
    )
    .execute()
  const { rows, ages, total } = ok(await adminReports.stock({}))
  expect(rows.find(({ product_id }) => product_id === lamp.productId)).toMatchObject({
    ...{ name: lamp.name, pieces: 4, cost: 8_000, without_cost: 0, price: 20_000, age_days: 40 },
  })
  expect(ages.find(({ age }) => age === '90')).toEqual({ age: '90', pieces: 4, cost: 8_000, price: 20_000 })
  expect(total.pieces).toBe(rows.reduce((sum, { pieces }) => sum + pieces, 0))
})

test('taxes by country are those of invoices and credit notes, each on the day it was issued, whatever the order became', async () => {
  const { id, day } = await order(100, { items: [vase.id, bowl.id] })
  const refOf = async () => {
    const { version, productchannel, shipments } = ok(await staff.adminOrders.get({ id }))
    return { ref: { id, version }, line: productchannel[0]?.id ?? 0, waybill: shipments[0]?.waybill ?? '' }
  }
  ok(await staff.adminOrders.ship({ ...(await refOf()).ref, courier: 'Bluebird' }))
  const { ref, waybill } = await refOf()
  ok(await staff.adminOrders.deliver({ ...ref, waybill }))
  const { ref: delivered, line } = await refOf()
  const items = [{ item_id: line, quantity: 1, reason: 'other' as const }]
  const { refunds } = ok(await staff.adminOrders.startReturn({ ...delivered, items }))
  const refund_no = refunds[0]?.refund_no ?? ''
  for (const step of ['returned', 'paid'] as const)
    ok(await staff.adminOrders.refund({ ...(await refOf()).ref, refund_no, step, restocks: true }))
  const issued_at = new Date(`${addDays(day, 1)}T12:00:00Z`)
  await db.updateTable('invoices').set({ issued_at }).where('order_id', '=', id).execute()
  // Another address, after the documents were issued.
  await sql`update orders set shipping_address = shipping_address || '{"country_id": 233}' where id = ${id}`.execute(
    db,
  )

  const viewer = await signedInStaff(opened, 'viewer')
  const linesOf = async (day: string) => {
    const url = `/api/admin/reports/export?report=tax_country&from=${day}&to=${day}`
    const { body } = await viewer.request({ method: 'GET', url })
    return String(body).replace('\ufeff', '').trim().split('\r\n')
  }
  const header = 'key,name,taxable,tax_due,sales,tax,refunds,returned_tax,currency'
  const shipped = [header, 'IN 1800,"India, 18 %",363.54,65.46,429.00,65.46,0.00,0.00,INR']
  expect(await linesOf(day)).toEqual([header])
  expect(await linesOf(addDays(day, 1))).toEqual(shipped)
  await storeMonths(db)
  expect(await linesOf(addDays(day, 1)), 'of the stored month').toEqual(shipped)
  expect(await linesOf(today)).toEqual([
    header,
    'IN 1800,"India, 18 %",-84.74,-15.26,0.00,0.00,100.00,15.26,INR',
  ])
})

test('an order counts for each of its promotions with what it took off, and no total adds them up', async () => {
  const together = { combines_with: ['product', 'order', 'shipping'] }
  const ids = [
    await addPromotion(db, {
      ...together,
      name: 'Ten off',
      effect: { type: 'order_percentage', percent: 10 },
    }),
    await addPromotion(db, {
      ...together,
      name: 'Delivery on us',
      effect: { type: 'free_delivery', at_most: 2_000 },
    }),
  ]
  const { id, day } = await order(501)
  await db.updateTable('promotions').set({ is_active: false }).where('id', 'in', ids).execute()
  const { grand_total } = await db
    .selectFrom('orders')
    .select('grand_total')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows, total } = ok(await adminReports.get({ report: 'promotion', ...days(day) }))
  expect(total).toBeNull()
  expect(rows.map(({ label, figures }) => [label, figures.orders, figures.discount, figures.sales])).toEqual([
    ['Ten off', 1, 1_000, grand_total],
    ['Delivery on us', 1, 2_000, grand_total],
  ])
})

test('an order has the source of its visit, and one of staff their own', async () => {
  const { day } = await order(502, { source: '  Spring-Letter ' })
  await order(502)
  await order(502, { source: ' staff' })
  const { rows } = ok(await adminReports.get({ report: 'source', ...days(day) }))
  expect(new Map(rows.map(({ key, figures }) => [key, figures.orders]))).toEqual(
    new Map([
      ['spring-letter', 1],
      ['', 1],
      // No visit can say that it is one of staff.
      ['staff', 1],
    ]),
  )
  expect(rowName('source', { key: STAFF_SOURCE, label: '' })).toBe('Entered by staff')
  expect(rowName('source', { key: '', label: '' })).toBe('Direct or unknown')
})

test('a month that was stored before a report existed is made again for it', async () => {
  const { day } = await order(560, { source: 'letter' })
  await storeMonths(db)
  const sources = async () => (await readSums(db, channel, 'source', days(day))).map(({ key }) => key)
  expect(await sources()).toEqual(['letter'])
  // As the release before stores it.
  await db.updateTable('report_months').set({ version: 1 }).execute()
  await db.deleteFrom('report_sums').where('report', '=', 'source').execute()
  expect(await sources()).toEqual(['letter'])
  await storeMonths(db)
  expect(await db.selectFrom('report_months').select('version').where('version', '<', 2).execute()).toEqual(
    [],
  )
  expect(await sources()).toEqual(['letter'])
})
