import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runOrder } from '#cli/order.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { cancelOrder } from '#server/commerce/orders/cancel-order.ts'
import { requestOrderRefund } from '#server/commerce/orders/request-refund.ts'
import { toTsQuery } from '#server/platform/kernel/word-search.ts'
import { worthOf } from '../../admin/orders/cancel-items.tsx'
import { historyOf } from '../../admin/orders/order-history.ts'
import { changeWording } from '../../admin/parts/change-wording.ts'
import { createOrderBatch, readOrderBatch, runOrderBatch } from './order-batches.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const returned = withOrders(opened)
const { db } = shop
const fulfilment = await signedInStaff(opened, 'fulfilment')
const { admin, email } = fulfilment
const { adminOrders } = admin

const detail = async (id: number) => ok(await adminOrders.get({ id }))
const ref = async (id: number) => ({ id, version: (await detail(id)).version })
const lastEntry = (order_no: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('record_id', '=', order_no)
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('the list has a page of orders, newest first, and the count of each tab', async () => {
  await shop.order()
  const { order_id } = await shop.order()
  const all = ok(await adminOrders.list({ per_page: 1 }))
  expect(all.data[0]).toMatchObject({ id: order_id, status: 'placed', units: 3 })
  expect(all.data).toHaveLength(1)
  const { n } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect([all.total, all.tabs.all, all.last_page]).toEqual([n, n, n])

  const toPack = ok(await adminOrders.list({ tab: 'to_pack', per_page: 100 }))
  expect(toPack.data.every(({ status }) => status === 'placed')).toBe(true)
  expect(toPack.data).toHaveLength(all.tabs.to_pack)
  const dearest = ok(await adminOrders.list({ sort: 'grand_total' })).data.map(
    (row) => row.grand_total.amount,
  )
  expect(dearest).toEqual(dearest.toSorted((a, b) => b - a))
})

test('the search finds an order by number, name, phone, e-mail, SKU and waybill', async () => {
  const { order_id, order_no, items } = await shop.order({
    email: 'zubin.mistry@example.net',
    phone: '9123456780',
  })
  const { version } = await ref(order_id)
  ok(await adminOrders.ship({ id: order_id, version, courier: 'Delhivery', waybill: 'FINDME-0042' }))
  const found = async (q: string) => ok(await adminOrders.list({ q, per_page: 100 })).data.map(({ id }) => id)

  for (const q of [order_no, order_no.toLowerCase(), order_no.replace('SF-', '')])
    expect([q, await found(q)]).toEqual([q, [order_id]])
  for (const q of ['zubin.mistry@example.net', 'zubin', '9123456780', '91234 56780', 'findme-0042', 'FINDME'])
    expect([q, await found(q)]).toEqual([q, [order_id]])
  for (const q of ['6780', '456780', '56 780', '34-56780'])
    expect([q, await found(q)]).toEqual([q, [order_id]])
  expect([await found('678'), await found('345678'), await found('%780')]).toEqual([[], [], []])
  expect(await found(items[0]?.sku ?? '')).toContain(order_id)
  const { first_name, last_name } = (await detail(order_id)).shipping_address
  expect(await found(`${first_name} ${last_name}`.slice(0, -1))).toContain(order_id)
  expect(await found('no such customer')).toEqual([])
})

test('the search finds an order by postcode, staff note and the note of the customer', async () => {
  const { order_id } = await shop.order()
  ok(await adminOrders.addNote({ id: order_id, text: 'Wants gift wrap in turquoise' }))
  await db
    .updateTable('orders')
    .set({
      instruction: 'Leave it with the watchman',
      shipping_address: sql`shipping_address || '{"postcode": "795 113"}'`,
    })
    .where('id', '=', order_id)
    .execute()
  const found = async (q: string) => ok(await adminOrders.list({ q, per_page: 100 })).data.map(({ id }) => id)
  for (const q of ['795113', '795 113', '7951', 'turquoise wrap', 'TURQ', 'watchman'])
    expect([q, await found(q)]).toEqual([q, [order_id]])
  expect(await found('turquoise watchman')).toEqual([])
})

test('the list, its counts, the export and a bulk action take the same filters', async () => {
  const one = await shop.order()
  const other = await shop.order()
  const { version } = await ref(other.order_id)
  ok(
    await adminOrders.ship({ id: other.order_id, version, courier: 'Nimbus Express', waybill: 'NIMBUS-001' }),
  )
  await db
    .updateTable('orders')
    .set({ coupon_code: 'FILTERED10', placed_at: new Date('2026-03-04T18:29:59Z') })
    .where('id', '=', other.order_id)
    .execute()
  await db
    .updateTable('orders')
    // 00:00 of 5 March in India.
    .set({ coupon_code: 'FILTERED10', placed_at: new Date('2026-03-04T18:30:00Z') })
    .where('id', '=', one.order_id)
    .execute()
  const both = [one.order_id, other.order_id].sort()
  const ofBoth = { coupon: 'filtered10', per_page: 100 }
  const found = async (filter: object) => {
    const list = ok(await adminOrders.list({ ...ofBoth, ...filter }))
    expect(list.total).toBe(list.data.length)
    return list.data.map(({ id }) => id).sort()
  }
  const { grand_total, payment_method } = await detail(one.order_id)
  const variation = await db
    .selectFrom('order_items')
    .innerJoin('variations', 'variations.id', 'order_items.variation_id')
    .select('variations.product_id')
    .where('order_id', '=', one.order_id)
    .executeTakeFirstOrThrow()
  const channel = await db
    .selectFrom('orders')
    .select('channel_id')
    .where('id', '=', one.order_id)
    .executeTakeFirstOrThrow()

  expect(await found({})).toEqual(both)
  expect(await found({ from: '2026-03-05' })).toEqual([one.order_id])
  expect(await found({ to: '2026-03-04' })).toEqual([other.order_id])
  expect(await found({ from: '2026-03-04', to: '2026-03-05' })).toEqual(both)
  expect(await found({ courier: 'Nimbus Express' })).toEqual([other.order_id])
  expect(await found({ courier: '' })).toEqual(both)
  expect(await found({ payment_status: 'pending' })).toEqual(both)
  expect(await found({ payment_status: 'refunded' })).toEqual([])
  expect(await found({ payment_method: payment_method.code })).toEqual(both)
  expect(await found({ total_from: grand_total.amount, total_to: grand_total.amount })).toContain(
    one.order_id,
  )
  expect(await found({ total_from: grand_total.amount + 1, q: one.order_no })).toEqual([])
  expect(await found({ product: variation.product_id })).toContain(one.order_id)
  expect(await found({ product: 2_147_483_647 })).toEqual([])
  expect(await found({ channel: channel.channel_id })).toEqual(both)
  expect(await found({ q: one.order_no })).toEqual([one.order_id])
  expect(await found({ tab: 'to_pack' })).toEqual([one.order_id])
  expect(ok(await adminOrders.list({ coupon: 'FILTERED10' })).tabs).toMatchObject({ all: 2, to_pack: 1 })
  expect(ok(await adminOrders.filters({ product: variation.product_id }))).toMatchObject({
    couriers: expect.arrayContaining(['Nimbus Express']),
    payment_methods: expect.arrayContaining([{ value: 'cod', label: expect.any(String) }]),
    product_name: expect.any(String),
  })
  const batch = ok(
    await adminOrders.bulk({ action: 'pack', filter: { coupon: 'FILTERED10', from: '2026-03-05' } }),
  )
  expect(batch.results.map(({ id }) => id)).toEqual([one.order_id])
  for (const wrong of [
    { from: '2026-02-30' },
    { total_from: -1 },
    { total_to: 1e30 },
    { payment_status: 'x' },
  ])
    expect(await adminOrders.list(wrong as object)).toMatchObject({ code: 'VALIDATION' })
})

test('views are saved for oneself or for all, replaced by name, and removed by those who may', async () => {
  const own = {
    name: 'Transfers of March',
    filter: { waiting: 'transfer', from: '2026-03-01' },
    is_shared: false,
  } as const
  const [saved] = ok(await adminOrders.saveView(own)).views
  expect(saved).toMatchObject(own)
  const shared = { ...own, name: 'Cash on delivery', filter: { payment_method: 'cod' }, is_shared: true }
  ok(await adminOrders.saveView(shared))
  const again = { ...own, name: 'TRANSFERS of march', filter: { tab: 'unpaid' } } as const
  const views = ok(await adminOrders.saveView(again)).views
  expect(views).toMatchObject([shared, again])
  expect(ok(await adminOrders.filters({})).views).toEqual(views)

  const { admin: other } = await signedInStaff(opened, 'fulfilment')
  const seen = ok(await other.adminOrders.filters({})).views
  expect(seen).toMatchObject([shared])
  expect(await other.adminOrders.removeView({ id: saved?.id ?? 0 })).toMatchObject({ code: 'NOT_FOUND' })
  const { admin: reader } = await signedInStaff(opened, 'viewer')
  expect(await reader.adminOrders.saveView(shared)).toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your role does not allow this',
  })
  expect(await reader.adminOrders.removeView({ id: seen[0]?.id ?? 0 })).toMatchObject({ code: 'FORBIDDEN' })

  ok(await adminOrders.removeView({ id: saved?.id ?? 0 }))
  expect(ok(await other.adminOrders.removeView({ id: seen[0]?.id ?? 0 })).views).toEqual([])
  expect(await lastEntry('Cash on delivery')).toMatchObject({ action: 'order_view.remove' })
  for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(61) }, { filter: { price: '1' } }])
    expect(await adminOrders.saveView({ ...own, ...wrong } as typeof own)).toMatchObject({
      code: 'VALIDATION',
    })
})

test('the fifty-first view is refused', async () => {
  const save = (at: number) => adminOrders.saveView({ name: `View ${at}`, filter: {}, is_shared: false })
  const { length } = ok(await adminOrders.filters({})).views.filter(({ is_shared }) => !is_shared)
  for (let at = length + 1; at <= 50; at++) ok(await save(at))
  expect(await save(51)).toMatchObject({ code: 'VALIDATION', errors: { name: [expect.any(String)] } })
  ok(await save(50))
})

test('the export has a line per order or per item, and a cell is never a formula', async () => {
  const { order_id, order_no, items } = await shop.order()
  await db
    .updateTable('orders')
    .set({
      instruction: '=HYPERLINK("x")',
      shipping_address: sql`shipping_address || '{"city": "Ellora, Aurangabad"}'`,
    })
    .where('id', '=', order_id)
    .execute()
  const csv = async (by?: string) => {
    const query = new URLSearchParams({ q: order_no, ...(by && { by }) })
    const { body } = await fulfilment.request({ method: 'GET', url: `/api/admin/orders/export?${query}` })
    return parse<Record<string, string>>(String(body), { columns: true, bom: true })
  }
  expect(await csv()).toMatchObject([{ order: order_no, items: '3' }])
  const lines = await csv('item')
  expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual(
    items.map(({ sku, quantity }) => [sku, String(quantity)]),
  )
  expect(lines[0]).toMatchObject({
    ...{
      order: order_no,
      city: 'Ellora, Aurangabad',
      phone: '9876543210',
      delivery: expect.stringMatching(/./),
    },
    note: `'=HYPERLINK("x")`,
  })
})

test('a search text is quoted: no character of it is an operator', async () => {
  expect(toTsQuery(`o'neil & ! | <-> :* \\`)).toBe(`'o':* & 'neil':*`)
  expect(toTsQuery(' & ')).toBeUndefined()
  for (const q of [`'`, '\\', '%', '_', 'a & !b', '(', ':*', 'ünï'])
    expect([q, (await adminOrders.list({ q })).status]).toEqual([q, 'success'])
})

test('an order is packed, shipped in part, scanned and delivered, with an audit entry for each step', async () => {
  const { order_id: id, order_no, items, kinds } = { ...(await shop.order()), kinds: shop.kinds }
  const { sku = '' } = items[0] ?? {}
  await shop.db.updateTable('variations').set({ barcode: '4006381333931' }).where('sku', '=', sku).execute()
  expect((await detail(id)).actions).toEqual([
    'confirmPayment',
    'pack',
    'ship',
    'cancel',
    'changeAddress',
    'change',
  ])
  expect(ok(await adminOrders.pack(await ref(id))).status).toBe('packed')
  expect(await lastEntry(order_no)).toMatchObject({
    actor: email,
    action: 'order.pack',
    before: { status: 'placed' },
    after: { status: 'packed' },
  })

  const part = ok(
    await adminOrders.ship({
      ...(await ref(id)),
      courier: 'Delhivery',
      waybill: 'part 0001',
      items: [{ order_item_id: items[0]?.id ?? 0, quantity: 1 }],
    }),
  )
  expect(part.status).toBe('shipped')
  expect(part.left_to_ship.map(({ quantity }) => quantity)).toEqual([1, 1])
  expect(part.left_to_ship.map(({ barcode }) => barcode).filter(Boolean)).toEqual(['4006381333931'])
  expect(await kinds(id), 'mail and SMS of the order and of the shipment').toHaveLength(4)

  const rest = ok(await adminOrders.ship({ ...(await ref(id)), courier: 'Delhivery', waybill: 'PART0002' }))
  expect(rest.left_to_ship).toEqual([])
  ok(
    await adminOrders.scan({
      ...(await ref(id)),
      waybill: 'PART0001',
      status: 'in_transit',
      location: 'Pune',
    }),
  )
  for (const waybill of ['PART0001', 'PART0002'])
    ok(await adminOrders.deliver({ ...(await ref(id)), waybill }))
  expect(await detail(id)).toMatchObject({
    status: 'delivered',
    payment_status: 'paid',
    actions: ['startReturn', 'exchange', 'giveBack', 'replace'],
  })
})

test('a stale version is refused with the present order and who changed it, and changes nothing', async () => {
  const { order_id: id, order_no } = await shop.order()
  const seen = await ref(id)
  ok(await adminOrders.pack(seen))

  const stale = await adminOrders.cancel({ ...seen, reason: 'other' })
  expect(stale).toMatchObject({ status: 'error', code: 'STALE_RECORD', data: { id, status: 'packed' } })
  expect(stale.status === 'error' && stale.message).toContain(email)
  expect((await detail(id)).status).toBe('packed')
  expect((await lastEntry(order_no))?.action).toBe('order.pack')
})

test('a change by the customer or the command line makes the version stale too', async () => {
  const { order_id: id, order_no, items } = await shop.order()
  const seen = await ref(id)
  await cancelOrder(shop.services, id, {
    items: [{ item_id: items[1]?.id ?? 0, quantity: 1 }],
    reason: 'changed_mind',
  })
  expect(await adminOrders.pack(seen)).toMatchObject({ code: 'STALE_RECORD' })

  const again = await ref(id)
  expect(await runOrder({ ...shop.services, print: () => {} }, ['pack', order_no])).toBe(0)
  expect(await lastEntry(order_no)).toMatchObject({
    actor: expect.stringMatching(/^cli:/),
    action: 'order.pack',
  })
  expect(await adminOrders.ship({ ...again, courier: 'X', waybill: 'STALE-001' })).toMatchObject({
    code: 'STALE_RECORD',
  })
})

test('one of two simultaneous actions on the same version is refused', async () => {
  const { order_id: id } = await shop.order()
  const seen = await ref(id)
  const replies = await Promise.all([
    adminOrders.pack(seen),
    adminOrders.cancel({ ...seen, reason: 'other' }),
  ])
  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect(replies.find(({ status }) => status === 'error')).toMatchObject({ code: 'STALE_RECORD' })
})

test('an action that the state does not allow leaves order and audit log unchanged', async () => {
  const { order_id: id, order_no } = await shop.order()
  ok(await adminOrders.pack(await ref(id)))
  expect(await adminOrders.pack(await ref(id))).toMatchObject({ code: 'ORDER_STATE' })
  expect(await adminOrders.ship({ ...(await ref(id)), courier: '', waybill: '?' })).toMatchObject({
    code: 'VALIDATION',
    errors: { courier: expect.any(Array), waybill: expect.any(Array) },
  })
  expect((await detail(id)).status).toBe('packed')
  const entries = await db.selectFrom('audit_log').select('id').where('record_id', '=', order_no).execute()
  expect(entries).toHaveLength(1)
})

test('a bulk action answers per order, and a refused one does not stop the others', async () => {
  const [one, packed, other] = [await shop.order(), await shop.order(), await shop.order()]
  ok(await adminOrders.pack(await ref(packed.order_id)))
  const ids = [one.order_id, packed.order_id, 999_999_999, other.order_id]

  const { results, is_finished } = ok(await adminOrders.bulk({ action: 'pack', ids }))

  expect(is_finished).toBe(true)
  expect(results.map(({ id, code }) => [id, code])).toEqual([
    [one.order_id, null],
    [packed.order_id, 'ORDER_STATE'],
    [other.order_id, null],
  ])
  expect((await detail(other.order_id)).status).toBe('packed')
})

test('orders are shipped in bulk with and without waybill; the results stay, and a stopped run is continued', async () => {
  const [one, unpaid, other, last] = [
    await shop.order(),
    await shop.order({ method: 'bank_transfer' }),
    await shop.order(),
    await shop.order(),
  ]
  const ids = [one, unpaid, other, last].map(({ order_id }) => order_id)
  const actor = { staffId: null, name: 'Test', ip: '' }
  const id = await createOrderBatch(db, actor, {
    timeZone: 'Asia/Kolkata',
    action: 'ship',
    ids,
    courier: 'Own van',
    waybills: { [one.order_id]: 'BULK-0001', [last.order_id]: 'BULK-0001' },
  })
  // The process ends after the first order, and two others go on with the rest.
  const stopped = new AbortController()
  const first = runOrderBatch(shop.services, id, stopped.signal)
  stopped.abort()
  await first
  await Promise.all([runOrderBatch(shop.services, id), runOrderBatch(shop.services, id)])
  await runOrderBatch(shop.services, id)

  const { results, is_finished } = await readOrderBatch(db, id)
  expect([is_finished, results.map(({ code }) => code)]).toEqual([
    true,
    [null, 'ORDER_STATE', null, 'WAYBILL_TAKEN'],
  ])
  const { shipments } = await detail(other.order_id)
  expect(shipments).toMatchObject([
    { courier: 'Own van', waybill: expect.stringMatching(/^OWN-[0-9A-F]{16}$/) },
  ])
  expect((await detail(last.order_id)).status, 'a refused order stays as it is').toBe('placed')
  expect(await lastEntry(one.order_no)).toMatchObject({ actor: 'Test', action: 'order.ship' })
  const shipped = (await shop.kinds(one.order_id)).filter((kind) => kind.startsWith('order_shipped'))
  expect(shipped, 'one mail and one SMS').toHaveLength(2)
})

test('a bulk action of all that match takes the orders of every page, and as many as their tab counts', async () => {
  const [email] = ['all.that.match@example.net']
  const ours = []
  for (let n = 0; n < 3; n++) ours.push(await shop.order({ email }))
  await shop.order({ email, method: 'bank_transfer' })
  const { tabs, data } = ok(await adminOrders.list({ q: email, per_page: 1 }))
  expect([tabs.all, tabs.to_pack, data.length]).toEqual([4, 3, 1])

  const packed = ok(await adminOrders.bulk({ action: 'pack', filter: { q: email } }))
  expect(packed.results.map(({ id }) => id)).toEqual(ours.map(({ order_id }) => order_id))
  expect(packed.results.every(({ code }) => code === null)).toBe(true)
  const shipped = ok(
    await adminOrders.bulk({
      action: 'ship',
      filter: { q: email, tab: 'to_ship' },
      courier: 'Own van',
    }),
  )
  expect(shipped.results).toHaveLength(3)
  expect(ok(await adminOrders.list({ q: email })).tabs).toMatchObject({
    to_ship: 0,
    on_the_way: 3,
    unpaid: 1,
  })
  expect(await adminOrders.bulk({ action: 'pack', filter: { q: email } })).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await adminOrders.bulk({ action: 'ship', ids: [1], courier: ' ' })).toMatchObject({
    code: 'VALIDATION',
    errors: { courier: ['must not be empty'] },
  })
  expect(await adminOrders.bulk({ action: 'pack' })).toMatchObject({
    errors: { ids: ['Please choose orders'] },
  })
})

test('a bank transfer is confirmed once', async () => {
  const { order_id: id } = await shop.order({ method: 'bank_transfer' })
  const before = await detail(id)
  expect(before.actions).toContain('confirmPayment')
  expect(before.actions).not.toContain('pack')
  expect(before.actions).not.toContain('ship')
  expect(await adminOrders.pack({ id, version: before.version })).toMatchObject({ code: 'ORDER_STATE' })
  const parcel = { courier: 'Delhivery', waybill: 'UNPAID-001' }
  expect(await adminOrders.ship({ id, version: before.version, ...parcel })).toMatchObject({
    code: 'ORDER_STATE',
    message: expect.stringContaining('has not arrived'),
  })
  const paid = ok(await adminOrders.confirmPayment({ id, version: before.version }))
  expect(paid).toMatchObject({
    payment_status: 'paid',
    actions: ['pack', 'ship', 'cancel', 'giveBack', 'changeAddress', 'change'],
  })
  expect(await adminOrders.confirmPayment({ id, version: paid.version })).toMatchObject({
    code: 'ORDER_STATE',
  })
})

test('orders with a payment or a return that waits for staff are listed, as many as home counts', async () => {
  const { admin } = await signedInStaff(opened, 'viewer')
  const { order_id, order_no } = await shop.order({ method: 'bank_transfer' })
  const reviewed = await shop.order()
  await db
    .updateTable('orders')
    .set({ review_reason: 'paid_twice' })
    .where('id', '=', reviewed.order_id)
    .execute()
  for (const status of ['refund_requested', 'refund_approved', 'returned'] as const) {
    const { order_id: id } = await shop.order()
    await db.updateTable('orders').set({ status }).where('id', '=', id).execute()
  }
  const { to_do } = ok(await admin.adminHome.get())
  const transfers = ok(await adminOrders.list({ waiting: 'transfer', per_page: 100 }))
  expect(transfers.data.map(({ id }) => id)).toContain(order_id)
  expect([transfers.total, transfers.tabs.all]).toEqual(Array(2).fill(to_do.payments_to_confirm))
  const reviews = ok(await adminOrders.list({ waiting: 'review' }))
  expect(reviews.data.map(({ id }) => id)).toContain(reviewed.order_id)
  expect(reviews.total).toBe(to_do.to_review)
  const seen = await ref(reviewed.order_id)
  expect(await admin.adminOrders.markReviewed(seen)).toMatchObject({ code: 'FORBIDDEN' })
  expect(ok(await adminOrders.markReviewed(seen))).toMatchObject({ review_reason: null })
  expect(ok(await admin.adminHome.get()).to_do.to_review).toBe(to_do.to_review - 1)
  expect(await lastEntry(reviewed.order_no)).toMatchObject({
    action: 'order.mark_reviewed',
    after: { review: 'paid_twice' },
  })
  const returns = ok(await adminOrders.list({ waiting: 'return', per_page: 100 }))
  expect(returns.total).toBe(to_do.refunds_requested)
  expect(new Set(returns.data.map(({ status }) => status))).toEqual(new Set(['refund_requested', 'returned']))
  const found = ok(await adminOrders.list({ waiting: 'transfer', q: order_no }))
  expect(found.data.map(({ id }) => id)).toEqual([order_id])
  expect(ok(await adminOrders.list({ waiting: 'review', q: order_no })).total).toBe(0)
})

test('staff cancel part of an order, also where shoppers may not', async () => {
  const { order_id: id, items, order_no } = await shop.order()
  await opened.services.db
    .insertInto('settings')
    .values({ key: 'is_order_cancellation_enabled', value: 'false' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'false' }))
    .execute()
  const before = await detail(id)
  const after = ok(
    await adminOrders.cancel({
      id,
      version: before.version,
      items: [{ item_id: items[0]?.id ?? 0, quantity: 1 }],
      reason: 'out_of_stock',
      comment: 'Out of stock',
    }),
  )
  const worth = worthOf(before, { [items[0]?.id ?? 0]: 1 })
  expect(worth).toBeGreaterThan(0)
  expect(after.grand_total.amount, 'as the dialog says').toBe(before.grand_total.amount - worth)
  const all = Object.fromEntries(before.left_to_ship.map((line) => [line.order_item_id, line.quantity]))
  expect(worthOf(before, all)).toBe(before.grand_total.amount)
  expect(after.status).toBe('placed')
  expect(await lastEntry(order_no)).toMatchObject({
    action: 'order.cancel',
    after: { comment: 'Out of stock' },
  })
})

test('a return is approved, received and refunded; its steps cannot be skipped', async () => {
  const order = await returned.deliveredOrder()
  const item = (await order.read()).productchannel[0]
  const { refund_no } = await requestOrderRefund(shop.services as never, order.order_id, [
    { item_id: item?.id ?? 0, quantity: 1, reason: 'damaged', comment: 'Cracked', images: [] },
  ])
  const step = async (name: 'approve' | 'returned' | 'paid') =>
    adminOrders.refund({ ...(await ref(order.order_id)), refund_no, step: name, note: 'Thank you' })

  expect(await step('paid')).toMatchObject({ code: 'ORDER_STATE' })
  for (const name of ['approve', 'returned', 'paid'] as const) ok(await step(name))
  expect(await detail(order.order_id)).toMatchObject({
    status: 'refunded',
    refunds: [{ refund_no, status: 'refunded' }],
  })
  const other = await shop.order()
  expect(
    await adminOrders.refund({ ...(await ref(other.order_id)), refund_no, step: 'approve' }),
  ).toMatchObject({ code: 'NOT_FOUND' })
})

test('the timeline of an order has actions with their author, parcels, mails, notes and money, newest first', async () => {
  const order = await shop.order({ method: 'bank_transfer' })
  const id = order.order_id
  ok(await adminOrders.confirmPayment(await ref(id)))
  ok(await adminOrders.ship({ ...(await ref(id)), courier: 'Bluebird', waybill: 'TIMELINE-1' }))
  ok(await adminOrders.addNote({ id, text: 'Please call before delivery.' }))
  ok(
    await adminOrders.scan({
      ...(await ref(id)),
      waybill: 'TIMELINE-1',
      status: 'in_transit',
      location: 'Nagpur',
    }),
  )
  const shown = await detail(id)
  const money = ({ amount }: { amount: number }) => `₹${amount / 100}`
  const wording = changeWording({}, { money, moment: (text) => text, currency: 'INR' })
  const history = historyOf(shown, { money, wording })

  expect(history.map(({ title, author }) => [title, author])).toEqual([
    ['Scan added', email],
    ['Note', expect.stringMatching(/^fulfilment/)],
    ['Shipped', email],
    ['Payment confirmed', email],
    ['Placed', ''],
  ])
  const [scan, note, shipped, paid, placed] = history.map(({ lines }) => lines.join('\n'))
  expect(scan).toContain('Nagpur')
  expect(note).toBe('Please call before delivery.')
  expect(shipped).toContain('Packed')
  expect(shipped, 'the states are entries of their own').not.toContain('Status:')
  expect(shipped).toContain('Parcel Bluebird TIMELINE-1')
  expect(shipped).toContain('E-mail to asha@example.com: Order shipped')
  expect(paid).toContain('Payment status: pending → paid')
  expect(placed).toContain('E-mail to asha@example.com: Order placed')

  const part = await shop.order()
  ok(
    await adminOrders.cancel({
      ...(await ref(part.order_id)),
      items: [{ item_id: part.items[0]?.id ?? 0, quantity: 1 }],
      reason: 'out_of_stock',
    }),
  )
  const [cancelled] = historyOf(await detail(part.order_id), { money, wording })
  expect(cancelled?.lines[0]).toBe('Reason: Out of stock or damaged')
  expect(cancelled?.lines[1]).toMatch(/^Grand total: ₹\d+.* → ₹\d+/)
})

test('notes are seen by staff only, as they were typed', async () => {
  const order = await shop.order()
  const text = '<img src=x onerror=alert(1)> Call before delivery'
  const { notes } = ok(await adminOrders.addNote({ id: order.order_id, text }))
  expect(notes).toMatchObject([{ text, author: expect.stringContaining('fulfilment') }])
  expect(JSON.stringify(await order.read())).not.toContain('Call before delivery')
})

test('the delivery address is corrected before the shipment, with the billing address that was the same', async () => {
  const { order_id: id, order_no, read } = await shop.order()
  const before = await detail(id)
  const { first_name, last_name, phone, state_id } = before.shipping_address
  const corrected = {
    ...{ first_name, last_name, phone, state_id },
    address_line_1: '7 Kiln Street',
    address_line_2: '',
    city: 'Mysuru',
    postcode: '570 001',
  }
  const seen = { id, version: before.version }
  expect(await adminOrders.changeAddress({ ...seen, ...corrected, postcode: 'x', city: '' })).toMatchObject({
    code: 'VALIDATION',
    errors: { postcode: expect.any(Array), city: expect.any(Array) },
  })
  const after = ok(await adminOrders.changeAddress({ ...seen, ...corrected }))
  expect(after.shipping_address).toEqual({
    ...before.shipping_address,
    ...corrected,
    postcode: '570001',
  })
  expect(after.grand_total).toEqual(before.grand_total)
  expect((await read()).billing_address).toMatchObject({ city: 'Mysuru', address_type: 'Billing' })
  expect(await lastEntry(order_no)).toMatchObject({
    action: 'order.change_address',
    after: { address: expect.stringContaining('7 Kiln Street, Mysuru, 570001') },
  })
  expect(await adminOrders.changeAddress({ ...seen, ...corrected })).toMatchObject({ code: 'STALE_RECORD' })

  ok(await adminOrders.ship({ ...(await ref(id)), courier: 'Delhivery', waybill: 'ADDRESS-1' }))
  expect(await adminOrders.changeAddress({ ...(await ref(id)), ...corrected })).toMatchObject({
    code: 'ORDER_STATE',
  })
})

test('a sent message of an order is sent once more as a message of its own', async () => {
  const { order_id: id, order_no } = await shop.order()
  const mail = (await detail(id)).messages.find(({ channel }) => channel === 'mail')
  const message_id = mail?.id ?? 0
  expect(await adminOrders.resend({ id, message_id })).toMatchObject({ code: 'MESSAGE_WAITING' })
  await db.updateTable('outbox').set({ sent_at: new Date() }).where('order_id', '=', id).execute()
  const other = await shop.order()
  expect(await adminOrders.resend({ id: other.order_id, message_id })).toMatchObject({ code: 'NOT_FOUND' })

  const before = await shop.messages(id)
  ok(await adminOrders.resend({ id, message_id }))
  await db.updateTable('outbox').set({ sent_at: new Date() }).where('order_id', '=', id).execute()
  const twice = ok(await adminOrders.resend({ id, message_id }))
  const copies = (await shop.messages(id)).slice(before.length)
  const { kind, ...content } = before.find(({ channel }) => channel === 'mail') ?? { kind: '' }
  expect(copies).toEqual(
    Array.from({ length: 2 }, () => ({ ...content, kind: expect.stringContaining(`${kind}:again-`) })),
  )
  expect(twice.messages[0]).toMatchObject({ recipient: mail?.recipient, sent_at: null })
  expect(await lastEntry(order_no)).toMatchObject({
    action: 'order.resend_message',
    after: { message: kind, recipient: mail?.recipient },
  })
})

test('a message of the demo, which no service delivers, is in the outbox once more', async () => {
  const { order_id: id } = await shop.order()
  const before = await shop.messages(id)
  const { config } = opened.services
  const { mode } = config
  config.mode = 'demo'
  try {
    const { shop: shown } = ok(await admin.adminSession.get({}))
    expect(shown.shown_only).toEqual(['mail', 'sms'])
    const message_id = (await detail(id)).messages.find(({ channel }) => channel === 'mail')?.id ?? 0
    const { messages } = ok(await adminOrders.resend({ id, message_id }))
    expect(messages).toHaveLength(before.length + 1)
    expect(messages[0]).toMatchObject({ channel: 'mail', kind: expect.stringContaining(':again-') })
  } finally {
    config.mode = mode
  }
})

test('home has sales of today and 30 days, what is to do, low stock and best sellers', async () => {
  const { admin: viewer } = await signedInStaff(opened, 'viewer')
  const before = ok(await viewer.adminHome.get())
  const order = await shop.order()
  const { grand_total } = await order.read()
  const after = ok(await viewer.adminHome.get())

  expect(after.today.orders - before.today.orders).toBe(1)
  expect(after.today.sales.amount - before.today.sales.amount).toBe(grand_total.amount)
  expect(after.month.sales.amount - before.month.sales.amount).toBe(grand_total.amount)
  expect(after.to_do.to_pack - before.to_do.to_pack).toBe(1)
  expect(after.days).toHaveLength(30)
  expect(after.days.at(-1)?.sales).toBe(after.today.sales.amount)
  expect(after.days.reduce((sum, day) => sum + day.sales, 0)).toBe(after.month.sales.amount)
  expect(after.best_sellers.length).toBeGreaterThan(0)

  ok(await adminOrders.cancel({ ...(await ref(order.order_id)), reason: 'other' }))
  expect(ok(await viewer.adminHome.get()).today).toEqual(before.today)
})

test('home compares the orders of 30 days with the carts that the shop counted', async () => {
  const { admin } = await signedInStaff(opened, 'viewer')
  await opened.db
    .insertInto('cart_days')
    .values(
      ['0 days', '30 days'].map((ago) => ({
        channel_id: sql<number>`(select id from channels order by id limit 1)`,
        day: sql<Date>`((now() at time zone 'Asia/Kolkata') - ${ago}::interval)::date`,
        carts: 10_000,
        last_cart_id: 0,
      })),
    )
    .execute()
  const { month, conversion, previous_conversion } = ok(await admin.adminHome.get())
  expect(conversion).toEqual({ orders: month.orders, carts: 10_000, rate: month.orders / 10_000 })
  expect(previous_conversion.carts).toBe(10_000)
})
