import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { mentionedIn } from './order-mentions.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const { db } = shop
const fulfilment = await signedInStaff(opened, 'fulfilment')
const manager = await signedInStaff(opened, 'manager')
const viewer = await signedInStaff(opened, 'viewer')
const { adminOrders } = fulfilment.admin

const detail = async (id: number) => ok(await adminOrders.get({ id }))
const idsOf = async (filter: object, of = adminOrders) =>
  ok(await of.list({ ...filter, per_page: 100 }))
    .data.map(({ id }) => id)
    .sort()
const named = async ({ id }: { id: number }) =>
  (await db.selectFrom('staff').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
const logOf = (order_no: string, action: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor', 'before', 'after'])
    .where('record_id', '=', order_no)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

test('tags are created on save, spelt as they are known, filtered by, and gone with their last order', async () => {
  const one = await shop.order()
  const other = await shop.order()
  expect(ok(await adminOrders.tag({ id: one.order_id, add: ['VIP', 'Gift wrap', 'vip'] })).tags).toEqual([
    'Gift wrap',
    'VIP',
  ])
  expect(ok(await adminOrders.tag({ id: other.order_id, add: ['gift WRAP'] })).tags).toEqual(['Gift wrap'])

  expect(ok(await adminOrders.filters()).tags).toEqual(['Gift wrap', 'VIP'])
  expect(await idsOf({ tag: 'GIFT wrap' })).toEqual([one.order_id, other.order_id].sort())
  expect(ok(await adminOrders.list({ tag: 'vip' })).data).toMatchObject([
    { id: one.order_id, tags: ['Gift wrap', 'VIP'] },
  ])

  ok(await adminOrders.tag({ id: one.order_id, remove: ['Vip'] }))
  expect(ok(await adminOrders.filters()).tags).toEqual(['Gift wrap'])
  expect(await logOf(one.order_no, 'order.tag')).toEqual([
    { actor: fulfilment.email, before: { tags: '' }, after: { tags: 'Gift wrap, VIP' } },
    { actor: fulfilment.email, before: { tags: 'Gift wrap, VIP' }, after: { tags: 'Gift wrap' } },
  ])
  const many = Array.from({ length: 20 }, (_, at) => `Tag ${at}`)
  expect(await adminOrders.tag({ id: one.order_id, add: many })).toMatchObject({
    errors: { add: [expect.stringContaining('20 tags')] },
  })
  expect((await detail(one.order_id)).tags).toEqual(['Gift wrap'])
  expect(await adminOrders.tag({ id: one.order_id, add: [' '] })).toMatchObject({ code: 'VALIDATION' })
  expect(await viewer.admin.adminOrders.tag({ id: one.order_id, add: ['No'] })).toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('tags that two members of staff add at once are both saved, and a stale page of an order may still pack it', async () => {
  const { order_id } = await shop.order()
  const { version } = await detail(order_id)
  await Promise.all([
    adminOrders.tag({ id: order_id, add: ['Left'] }),
    manager.admin.adminOrders.tag({ id: order_id, add: ['Right'] }),
  ])
  expect((await detail(order_id)).tags).toEqual(['Left', 'Right'])
  ok(await adminOrders.pack({ id: order_id, version }))
})

test('several orders are tagged and assigned at once, by selection or by the filter of the list, or not at all', async () => {
  const one = await shop.order({ email: 'several@example.com' })
  const other = await shop.order({ email: 'several@example.com' })
  const ids = [one.order_id, other.order_id]
  expect(ok(await adminOrders.organize({ ids, add: ['Fragile'], staff_id: manager.id }))).toEqual({
    changed: 2,
  })
  expect(ok(await adminOrders.organize({ ids, add: ['fragile'] }))).toEqual({ changed: 0 })
  expect(await idsOf({ assignee: 'me' }, manager.admin.adminOrders)).toEqual(ids.sort())

  const filter = { q: 'several@example.com', assignee: manager.id }
  const all = { filter, remove: ['Fragile'], add: ['Checked'], staff_id: null }
  expect(ok(await adminOrders.organize(all))).toEqual({ changed: 2 })
  expect(await detail(one.order_id)).toMatchObject({ tags: ['Checked'], assigned_to: null })
  expect(await logOf(other.order_no, 'order.assign')).toMatchObject([
    { before: { assigned_to: '' }, after: { assigned_to: await named(manager) } },
    { before: { assigned_to: await named(manager) }, after: { assigned_to: '' } },
  ])

  expect(await adminOrders.organize({ ids: [...ids, 999_999_999], add: ['Lost'] })).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await adminOrders.organize({ ids, add: ['Lost'], staff_id: viewer.id })).toMatchObject({
    errors: { staff_id: [expect.any(String)] },
  })
  expect(await idsOf({ tag: 'lost' })).toEqual([])
  expect(await adminOrders.organize({ add: ['Lost'] })).toMatchObject({ code: 'VALIDATION' })
  expect(await viewer.admin.adminOrders.organize({ ids, add: ['No'] })).toMatchObject({ code: 'FORBIDDEN' })
})

test('an order is assigned to staff who may change orders, refused for a stale page, and found by them', async () => {
  const { order_id: id, order_no } = await shop.order()
  const choices = ok(await adminOrders.filters()).staff
  expect(choices).toContainEqual({ id: viewer.id, name: await named(viewer), is_assignable: false })
  expect(choices).toContainEqual({ id: manager.id, name: await named(manager), is_assignable: true })
  const assign = (staff_id: number | null, from_id: number | null) =>
    adminOrders.assign({ id, staff_id, from_id })

  expect(ok(await assign(manager.id, null)).assigned_to).toEqual({
    id: manager.id,
    name: await named(manager),
  })
  expect(await assign(fulfilment.id, null)).toMatchObject({
    code: 'STALE_RECORD',
    data: { assigned_to: { id: manager.id } },
  })
  expect(await assign(viewer.id, manager.id)).toMatchObject({ errors: { staff_id: [expect.any(String)] } })
  expect(await idsOf({ assignee: 'me' }, manager.admin.adminOrders)).toEqual([id])
  expect(await idsOf({ assignee: manager.id })).toEqual([id])
  expect(await idsOf({ assignee: 'none' })).not.toContain(id)
  // Who has left takes care of nothing.
  const setActive = (is_active: boolean) =>
    shop.db.updateTable('staff').set({ is_active }).where('id', '=', manager.id).execute()
  await setActive(false)
  expect(await idsOf({ assignee: 'none' })).toContain(id)
  await setActive(true)
  expect(await idsOf({ assignee: 'none' })).not.toContain(id)
  expect(await idsOf({ assignee: 'me' })).not.toContain(id)
  expect(await adminOrders.list({ assignee: 'us' } as never)).toMatchObject({ code: 'VALIDATION' })

  const { body } = await fulfilment.request({
    method: 'GET',
    url: `/api/admin/orders/export?assignee=${manager.id}`,
  })
  expect(parse(String(body), { columns: true, bom: true })).toMatchObject([
    { order: order_no, assigned_to: await named(manager), tags: '' },
  ])
  ok(await assign(null, manager.id))
  expect(await idsOf({ assignee: 'none' })).toContain(id)
})

test('a note waits for those whom it names until they have seen to it', async () => {
  const { order_id: id, order_no } = await shop.order()
  const name = await named(manager)
  const text = `@${name.toUpperCase()}: call them. Also @nobody, post@${name}`
  const added = await adminOrders.addNote({ id, text })
  expect(added).toMatchObject({ message: `Note added. It waits for ${name}.` })
  expect(ok(added).notes[0]).toMatchObject({ text, mentions: [{ id: manager.id, name, seen_at: null }] })
  ok(await manager.admin.adminOrders.addNote({ id, text: `I, @${name}, know` }))

  const waiting = async () => [
    ok(await manager.admin.adminOrders.filters()).orders_with_mentions,
    ok(await manager.admin.adminHome.get()).to_do.notes_for_me,
    ...(await idsOf({ mentions: 'me' }, manager.admin.adminOrders)),
  ]
  expect(await waiting()).toEqual([1, 1, id])
  expect(await idsOf({ mentions: 'me' })).toEqual([])
  // Of another member of staff it stays.
  ok(await adminOrders.seeMentions({ id }))
  expect(await waiting()).toEqual([1, 1, id])
  const seen = ok(await manager.admin.adminOrders.seeMentions({ id }))
  expect(seen.notes.at(-1)?.mentions).toEqual([{ id: manager.id, name, seen_at: expect.any(String) }])
  expect(await waiting()).toEqual([0, 0])
  expect(await logOf(order_no, 'order.see_mentions')).toMatchObject([{ actor: manager.email }])
  expect(await viewer.admin.adminOrders.seeMentions({ id: 999_999_999 })).toMatchObject({ code: 'NOT_FOUND' })
})

test('the longest name after an @ is meant, in any language, and an e-mail address is no name', () => {
  const staff = ['Asha', 'Asha Rao', 'आशा', 'post@shop.example'].map((name) => ({ name }))
  const of = (text: string) => mentionedIn(text, staff).map(({ name }) => name)
  expect(of('@asha rao, please')).toEqual(['Asha Rao'])
  expect(of('@Asha and @आशा')).toEqual(['Asha', 'आशा'])
  expect(of('@Ashanti, mail@asha, @')).toEqual([])
  expect(of('(@post@shop.example)')).toEqual(['post@shop.example'])
})

test('an order paid on delivery says that others of its phone or address were cancelled or returned', async () => {
  const phone = '9000000071'
  const earlier = [await shop.order({ phone }), await shop.order({ phone }), await shop.order({ phone })]
  const { order_id: id } = await shop.order({ phone })
  const sameAddress = { address_line_1: '7,  Hill road', postcode: '560001' }
  await db
    .updateTable('orders')
    .set({ shipping_address: sql`shipping_address || ${JSON.stringify(sameAddress)}::jsonb` })
    .where('id', '=', id)
    .execute()
  const risks = async () => (await detail(id)).risks.filter(({ kind }) => kind === 'refused')
  expect(await risks()).toEqual([])
  const set = (at: number, values: object) =>
    db
      .updateTable('orders')
      .set(values)
      .where('id', '=', earlier[at]?.order_id ?? 0)
      .execute()
  await set(0, { status: 'returned' })
  await set(1, { status: 'cancelled' })
  const hint = {
    kind: 'refused',
    text: '2 of 3 other orders paid on delivery with this phone number or address were cancelled or returned.',
  }
  expect(await risks()).toEqual([hint])
  expect(ok(await adminOrders.list({ q: phone })).data.find((row) => row.id === id)?.risks).toContainEqual(
    hint,
  )

  // Out of stock is no refusal.
  const cancelled = { order_id: earlier[1]?.order_id ?? 0, is_whole: true, reason: 'out_of_stock', amount: 1 }
  await db.insertInto('order_cancellations').values(cancelled).execute()
  expect(await risks()).toEqual([])
  // Another phone, the same house.
  await set(2, {
    status: 'refunded',
    phone: null,
    shipping_address: sql`shipping_address || '{"postcode": "560001", "address_line_1": "7 HILL ROAD"}'`,
  })
  expect(await risks()).toEqual([hint])
  // What has left, and what is paid already, has no such hint.
  await db.updateTable('orders').set({ payment_method: 'test_gateway' }).where('id', '=', id).execute()
  expect(await risks()).toEqual([])
})

test('an order says that its pincode is in another state, and that many came within an hour', async () => {
  const phone = '9000000072'
  const { order_id: id } = await shop.order({ phone, email: 'burst@example.com' })
  await db
    .updateTable('orders')
    .set({ shipping_address: sql`shipping_address || '{"postcode": "560034", "state_name": "Kerala"}'` })
    .where('id', '=', id)
    .execute()
  expect((await detail(id)).risks).toEqual([
    { kind: 'place', text: 'Pincode 560034 is in Karnataka, but the address says Kerala.' },
  ])
  await db
    .updateTable('orders')
    .set({ shipping_address: sql`shipping_address || '{"state_name": "Karnataka"}'` })
    .where('id', '=', id)
    .execute()
  for (const contact of [{ phone }, { phone: '9000000073', email: 'BURST@example.com' }])
    await shop.order(contact)
  expect((await detail(id)).risks).toEqual([])
  await shop.order({ phone })
  expect((await detail(id)).risks).toEqual([
    {
      kind: 'many',
      text: '4 orders with this phone number or e-mail address were placed within an hour of this one.',
    },
  ])
  await db.updateTable('orders').set({ status: 'shipped' }).where('id', '=', id).execute()
  expect((await detail(id)).risks).toEqual([])
})
