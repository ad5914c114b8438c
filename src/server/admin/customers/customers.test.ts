import { expect, test } from 'vitest'
import { newPerson } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { buy } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'
import { applyRetention } from '#server/operations/retention/retention-jobs.ts'
import { retentionRules } from '#server/operations/retention/retention-rules.ts'
import { linkGuestOrders } from '#server/people/customers/link-guest-orders.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db } = shop
const admin = adminApiOf(await signedInStaff(shop, 'owner'))

async function newCustomer() {
  const guest = shop.guest()
  const person = newPerson()
  const registered = ok(await guest.api.auth.register(person))
  const { id } = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return { guest, person, id, registered }
}

const login = (person: { email: string; password: string }) =>
  shop.guest().api.auth.login({ email: person.email, password: person.password })

test('the search finds a customer by the beginning of each part of name, e-mail and phone', async () => {
  const { person, id } = await newCustomer()
  for (const q of [person.email, person.email.split('@')[0], person.first_name])
    expect(
      ok(await admin.adminCustomers.list({ q: q ?? '', per_page: 100 })).data.map((row) => row.id),
    ).toContain(id)
  expect(ok(await admin.adminCustomers.list({ q: `${person.email} zzz` })).data).toEqual([])
  expect(ok(await admin.adminCustomers.list({ page: 100_000 }))).toMatchObject({ data: [], last_page: 1 })
})

test('a blocked customer is logged out, cannot log in, and can once unblocked', async () => {
  const { guest, person, id } = await newCustomer()
  expect(ok(await guest.api.account.get({})).email).toBe(person.email)

  const blocked = ok(await admin.adminCustomers.block({ id }))
  expect(blocked).toMatchObject({ is_blocked: true, sessions: [] })
  const listed = async (query: object) =>
    ok(await admin.adminCustomers.list({ per_page: 100, ...query })).data.map((row) => row.id)
  expect(await listed({ blocked: 'true' })).toEqual([id])
  expect(await listed({ blocked: 'false' })).not.toContain(id)
  expect(await guest.api.account.get({})).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await login(person)).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('blocked'),
  })
  expect(await login({ ...person, password: 'wrong wrong wrong' })).toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })

  ok(await admin.adminCustomers.unblock({ id }))
  expect(await login(person)).toMatchObject({ status: 'success' })
})

test('notes are stored with their author, and actions are in the audit log', async () => {
  const { id } = await newCustomer()
  const { notes } = ok(await admin.adminCustomers.addNote({ id, text: '<img src=x onerror=alert(1)>' }))
  expect(notes).toMatchObject([{ text: '<img src=x onerror=alert(1)>', author: expect.any(String) }])
  const { data } = ok(await admin.adminAudit.list({ record_type: 'customer', record_id: String(id) }))
  expect(data).toMatchObject([{ action: 'customer.add_note' }])
})

test('a reset link is mailed to the customer', async () => {
  const { id, person } = await newCustomer()
  ok(await admin.adminCustomers.sendReset({ id }))
  const mails = await db
    .selectFrom('outbox')
    .select('kind')
    .where('recipient', '=', person.email)
    .where('kind', '=', 'reset_link')
    .execute()
  expect(mails).toHaveLength(1)
})

test('data is exported and erased on request, after a confirmation', async () => {
  const { id, person } = await newCustomer()
  const data = ok(await admin.adminCustomers.exportData({ id }))
  expect(data.profile).toMatchObject({ email: person.email })

  expect(await admin.adminCustomers.erase({ id, confirm: 'someone@example.com' })).toMatchObject({
    code: 'VALIDATION',
    errors: { confirm: [expect.stringContaining(person.email)] },
  })
  ok(await admin.adminCustomers.erase({ id, confirm: person.email }))
  expect(await admin.adminCustomers.get({ id })).toMatchObject({ code: 'NOT_FOUND' })
})

test('export, erasure and a reset link need a recent proof of identity', async () => {
  const staff = await signedInStaff(shop, 'manager')
  await db
    .updateTable('staff_sessions')
    .set({ proved_at: new Date(Date.now() - 3_600_000) })
    .where('staff_id', '=', staff.id)
    .execute()
  const { id } = await newCustomer()
  const api = adminApiOf(staff)
  expect(await api.adminCustomers.exportData({ id })).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await api.adminCustomers.erase({ id, confirm: '' })).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await api.adminCustomers.sendReset({ id })).toMatchObject({ code: 'PROOF_REQUIRED' })
})

/** A guest's order of cash on delivery, paid unless it says otherwise, and its guest as the back office has it. */
async function guestOrder(more: { person?: ReturnType<typeof newPerson>; isPaid?: boolean } = {}) {
  const { person = newPerson(), isPaid = true } = more
  const guest = shop.guest()
  const order = await buy(db, guest, person)
  if (isPaid) {
    await db.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', order.order_id).execute()
    await linkGuestOrders(db)
  }
  return { guest, person, ...order, customerId: await customerOf(order.order_id) }
}

const customerOf = async (id: number) => ok(await admin.adminOrders.get({ id })).customer_id ?? undefined

const listed = async (query: object) =>
  ok(await admin.adminCustomers.list({ per_page: 100, ...query })).data.map(({ id }) => id)

test('paid orders of a guest are one customer by e-mail address, whatever its case; an unpaid one is none', async () => {
  const first = await guestOrder({ isPaid: false })
  expect(first.customerId).toBeUndefined()
  const { person } = first
  await db.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', first.order_id).execute()
  const second = await guestOrder({
    person: { ...person, email: person.email.toUpperCase(), phone: newPerson().phone },
  })
  expect(second.customerId).toBe(await customerOf(first.order_id))

  const id = second.customerId ?? 0
  expect(ok(await admin.adminCustomers.get({ id }))).toMatchObject({
    is_guest: true,
    email: person.email,
    has_password: false,
    order_count: 2,
    orders: [{ order_no: second.order_no }, { order_no: first.order_no }],
  })
  const { data } = ok(await admin.adminCustomers.list({ kind: 'guest', q: person.email }))
  expect(data).toMatchObject([{ id, is_guest: true, orders: 2, last_order_at: expect.any(String) }])
  expect(await listed({ kind: 'account', q: person.email })).toEqual([])
  // By order number, pincode and town too.
  expect(await listed({ q: first.order_no })).toEqual([id])
  for (const q of ['560 0', 'bengal']) expect(await listed({ q, kind: 'guest' })).toContain(id)
})

test('guests without an e-mail address are one customer by phone', async () => {
  const orders = [await guestOrder({ isPaid: false }), await guestOrder({ isPaid: false })]
  const { phone } = newPerson()
  const ids = orders.map(({ order_id }) => order_id)
  await db
    .updateTable('orders')
    .set({ email: null, phone, payment_status: 'paid' })
    .where('id', 'in', ids)
    .execute()
  await linkGuestOrders(db)
  const [one, other] = await Promise.all(ids.map(customerOf))
  expect(one).toBe(other)
  expect(ok(await admin.adminCustomers.get({ id: one ?? 0 }))).toMatchObject({
    email: null,
    phone,
    order_count: 2,
  })
})

test('runs of the job at the same moment make one guest of one contact', async () => {
  const person = newPerson()
  const orders = []
  for (let n = 0; n < 6; n++) orders.push(await guestOrder({ person, isPaid: false }))
  const ids = orders.map(({ order_id }) => order_id)
  await db.updateTable('orders').set({ payment_status: 'paid' }).where('id', 'in', ids).execute()
  await Promise.all(ids.map(() => linkGuestOrders(db)))
  expect(new Set(await Promise.all(ids.map(customerOf))).size).toBe(1)
  expect(await listed({ q: person.email })).toHaveLength(1)
})

test('a code for tracking proves the contact of an order that is not paid yet', async () => {
  const { person, order_no, order_id } = await guestOrder({ isPaid: false })
  const { track } = shop.guest().api
  ok(await track.order({ order_no, input: person.email }))
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'otp')
    .where('recipient', '=', person.email)
    .executeTakeFirstOrThrow()
  ok(await track.order({ order_no, input: person.email, otp: /^\d{4}/.exec(text)?.[0] ?? '' }))
  expect(ok(await admin.adminCustomers.get({ id: (await customerOf(order_id)) ?? 0 }))).toMatchObject({
    is_guest: true,
    email: person.email,
  })
})

test('a guest is found by no login, and leaves their contact free for an account', async () => {
  const { person, customerId = 0, order_no } = await guestOrder()
  const { api } = shop.guest()
  expect(await login(person)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  ok(await api.auth.reset({ email: person.email }))
  const mails = db.selectFrom('outbox').select('kind').where('kind', '=', 'reset_link')
  expect(await mails.where('recipient', '=', person.email).execute()).toEqual([])
  expect(await admin.adminCustomers.sendReset({ id: customerId })).toMatchObject({ code: 'NO_MAIL_ADDRESS' })
  expect(await admin.adminCustomers.block({ id: customerId })).toMatchObject({ code: 'NO_ACCOUNT' })

  // Another browser registers with the contact: it gets an account, and nothing of the guest's.
  const { user } = ok(await api.auth.register(person))
  expect(user.id).not.toBe(customerId)
  expect(ok(await api.orders.get({}))).toMatchObject({ total: 0 })
  expect(await api.orders.item({ order_no })).toMatchObject({ status: 'error' })
  ok(await api.account.reauthenticate({ password: person.password }))
  expect(ok(await api.account.export({})).orders).toEqual([])
})

test('an order that its browser claims is its account’s, and its guest is deleted', async () => {
  const { guest, person, order_id, token, customerId = 0 } = await guestOrder()
  const rule = retentionRules.find(({ name }) => name === 'guests') ?? expect.fail('There is no such rule')
  await db
    .updateTable('customers')
    .set({ created_at: new Date(Date.now() - 48 * 3_600_000) })
    .where('is_guest', '=', true)
    .execute()
  const retain = () =>
    applyRetention({ ...shop.services, signal: new AbortController().signal } as never, rule)
  await retain()
  ok(await admin.adminCustomers.get({ id: customerId }))

  const { user } = ok(await guest.api.auth.register({ ...person, order_id, order_token: token }))
  expect(await customerOf(order_id)).toBe(user.id)
  await retain()
  expect(await admin.adminCustomers.get({ id: customerId })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a guest is exported and erased with their orders, without the data of an account of the same contact', async () => {
  const { person, customerId = 0, order_id, order_no } = await guestOrder()
  ok(await shop.guest().api.auth.register(person))
  const before = await db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', person.email)
    .where('order_id', 'is', null)
    .execute()
  expect(before).not.toEqual([])
  const data = ok(await admin.adminCustomers.exportData({ id: customerId }))
  expect(data.orders.map((order) => order.order_no)).toEqual([order_no])

  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', order_id).execute()
  ok(await admin.adminCustomers.erase({ id: customerId, confirm: person.email }))
  await linkGuestOrders(db)
  const erased = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  expect(erased).toMatchObject({
    email: null,
    phone: null,
    guest_id: null,
    customer_id: null,
    erased_at: expect.any(Date),
  })
  expect(await login(person)).toMatchObject({ status: 'success' })
  const after = await db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', person.email)
    .where('order_id', 'is', null)
    .execute()
  expect(after).toEqual(before)
})
