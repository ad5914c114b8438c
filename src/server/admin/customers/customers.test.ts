import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seeded } from '#contract/rules/promotions/evaluate.test-support.ts'
import { newPerson } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { buy } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'
import { applyRetention } from '#server/operations/retention/retention-jobs.ts'
import { retentionRules } from '#server/operations/retention/retention-rules.ts'
import { linkGuestOrders } from '#server/people/customers/link-guest-orders.ts'
import { lockType } from '../record-version.ts'

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
  const ending = person.phone.slice(-7)
  for (const kind of [undefined, 'account', 'guest'] as const)
    expect(ok(await admin.adminCustomers.list({ q: ending, kind })).data.map((row) => row.id)).toEqual(
      kind === 'guest' ? [] : [id],
    )
  const { groups } = ok(await admin.adminSearch.find({ q: ending }))
  expect(groups.find(({ kind }) => kind === 'customers')?.hits).toMatchObject([{ id }])
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

const blank = { first_name: '', last_name: '', email: '', phone: '' }

test('a customer is created by hand, once per contact, and a later guest order is theirs', async () => {
  const person = newPerson()
  const { first_name, last_name, email, phone } = person
  const both = await Promise.all(
    [1, 2].map(() =>
      admin.adminCustomers.create({ first_name, last_name, email: email.toUpperCase(), phone }),
    ),
  )
  const [made, refused] = both.toSorted((a) => (a.status === 'success' ? -1 : 1))
  if (made?.status !== 'success') expect.fail('Neither was created')
  expect(made.data).toMatchObject({ is_guest: true, email, phone, order_count: 0 })
  expect(refused).toMatchObject({
    code: 'VALIDATION',
    errors: { email: [expect.stringContaining('has it')] },
  })
  expect((await guestOrder({ person })).customerId).toBe(made.data.id)

  expect(await admin.adminCustomers.create(blank)).toMatchObject({ errors: { email: [expect.any(String)] } })
  expect(await admin.adminCustomers.create({ ...blank, email: 'no address' })).toMatchObject({
    errors: { email: [expect.any(String)] },
  })
  const account = await newCustomer()
  expect(await admin.adminCustomers.create({ ...blank, email: account.person.email })).toMatchObject({
    errors: { email: [expect.stringContaining(String(account.id))] },
  })
})

test('name and contact are edited by version; the contact of an account only by its owner', async () => {
  const { phone } = newPerson()
  const { id, version } = ok(await admin.adminCustomers.create({ ...blank, phone }))
  const email = newPerson().email
  const edited = ok(
    await admin.adminCustomers.edit({ id, version, first_name: 'आशा', last_name: 'राव', email, phone }),
  )
  expect(edited).toMatchObject({ first_name: 'आशा', last_name: 'राव', email, phone })
  expect(await admin.adminCustomers.edit({ id, version, ...blank, email })).toMatchObject({
    code: 'STALE_RECORD',
  })

  // A phone of another country stays one when the name alone is changed.
  await db.updateTable('customers').set({ mobile_code: '+1' }).where('id', '=', id).execute()
  const { version: second } = ok(await admin.adminCustomers.get({ id }))
  ok(
    await admin.adminCustomers.edit({ id, version: second, first_name: 'Asha', last_name: '', email, phone }),
  )
  const { mobile_code } = await db
    .selectFrom('customers')
    .select('mobile_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(mobile_code).toBe('+1')

  const account = await newCustomer()
  const read = ok(await admin.adminCustomers.get({ id: account.id }))
  const entered = { ...account.person, id: account.id, version: read.version }
  const { password: _, ...allowed } = entered
  expect(await admin.adminCustomers.edit({ ...allowed, email: newPerson().email })).toMatchObject({
    code: 'VALIDATION',
  })
  expect(ok(await admin.adminCustomers.edit({ ...allowed, first_name: 'Usha' }))).toMatchObject({
    first_name: 'Usha',
    email: account.person.email,
  })
})

test('tags and groups sort customers, narrow the list and the export, and are in the history', async () => {
  const made = [await newCustomer(), await newCustomer(), await newCustomer()]
  const [one = 0, two = 0, three = 0] = made.map(({ id }) => id)
  ok(await admin.adminCustomers.organize({ ids: [one, two], add: ['VIP'], add_groups: ['Wholesale'] }))
  expect(
    ok(
      await admin.adminCustomers.organize({ ids: [one, three], add: ['vip'], remove_groups: ['wholesale'] }),
    ),
  ).toEqual({ changed: 2 })
  const { tags, groups } = ok(await admin.adminCustomers.choices({}))
  expect(tags).toEqual(['VIP'])
  expect(groups).toEqual([{ id: expect.any(Number), name: 'Wholesale', customers: 1 }])

  expect(await listed({ tag: 'vip' })).toEqual([three, two, one])
  expect(await listed({ tag: 'VIP', group: groups[0]?.id, kind: 'account' })).toEqual([two])
  expect(await listed({ tag: 'VIP', q: made[2]?.person.email })).toEqual([three])
  expect(ok(await admin.adminCustomers.get({ id: one }))).toMatchObject({
    tags: ['VIP'],
    groups: [],
    timeline: [
      { kind: 'staff', what: 'customer.group', text: '' },
      { kind: 'staff', what: 'customer.group', text: 'Wholesale' },
      { kind: 'staff', what: 'customer.tag', text: 'VIP' },
      { kind: 'access', what: 'login' },
      { kind: 'created', what: 'account' },
    ],
  })
  expect(ok(await admin.adminCustomers.organize({ filter: { tag: 'vip' }, remove: ['ViP'] }))).toEqual({
    changed: 3,
  })
  expect(await admin.adminCustomers.organize({ ids: [one, 999_999_999], add: ['x'] })).toMatchObject({
    code: 'NOT_FOUND',
  })
  const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
  ok(await admin.adminCustomers.organize({ ids: [one], add: many }))
  expect(await admin.adminCustomers.organize({ ids: [one], add: ['one more'] })).toMatchObject({
    code: 'VALIDATION',
  })
})

test('two members of staff who tag one customer at once are both saved', async () => {
  const { id } = await newCustomer()
  const other = adminApiOf(await signedInStaff(shop, 'manager'))
  await Promise.all([
    admin.adminCustomers.organize({ ids: [id], add: ['red'], add_groups: ['Schools'] }),
    other.adminCustomers.organize({ ids: [id], add: ['blue'], add_groups: ['schools', 'Hotels'] }),
  ])
  expect(ok(await admin.adminCustomers.get({ id }))).toMatchObject({
    tags: ['blue', 'red'],
    groups: ['Hotels', expect.stringMatching(/schools/i)],
  })
})

test('the export has the selection or what a filter finds, without formulas', async () => {
  const person = newPerson()
  const { id } = ok(
    await admin.adminCustomers.create({
      ...blank,
      first_name: '=cmd()',
      email: person.email,
      phone: person.phone,
    }),
  )
  const owner = await signedInStaff(shop, 'owner')
  const lines = async (query: string) => {
    const { status, body } = await owner.request({
      method: 'GET',
      url: `/api/admin/customers/export?${query}`,
    })
    expect(status).toBe(200)
    return String(body).trim().split(/\r?\n/)
  }
  const [head, line, ...others] = await lines(`ids=${id}`)
  expect(others).toEqual([])
  expect(head).toContain('email,phone,marketing,tags,groups,orders,total,currency,last_order')
  expect(line).toContain(`'=cmd()`)
  expect(await lines(`q=${encodeURIComponent(person.email)}&kind=guest`)).toEqual([head, line])
  expect(await lines('tag=none')).toHaveLength(1)
})

/** The customer as the back office has it, and what a merge names it by. */
const sideOf = async (id: number) => {
  const { version } = ok(await admin.adminCustomers.get({ id }))
  return { id, version }
}
const into = async (id: number) => {
  const { version } = await sideOf(id)
  return { into_id: id, into_version: version }
}
const reasonsOf = async (id: number) =>
  ok(await admin.adminCustomers.duplicates({ id })).map((row) => [row.id, row.why])

test('guests of one phone, or of one name and pincode, are suggested and merged with all that is theirs', async () => {
  const person = { ...newPerson(), first_name: 'Ottilie', last_name: 'Zwölfer' }
  const one = await guestOrder({ person })
  const two = await guestOrder({ person: { ...person, email: newPerson().email } })
  const third = await guestOrder({
    person: { ...person, email: newPerson().email, phone: newPerson().phone },
  })
  const [a = 0, b = 0, c = 0] = [one.customerId, two.customerId, third.customerId]
  expect(await reasonsOf(a)).toEqual([
    [b, 'phone'],
    [c, 'place'],
  ])
  ok(await admin.adminCustomers.organize({ ids: [b], add: ['Moved'], add_groups: ['Movers'] }))
  ok(await admin.adminCustomers.addNote({ id: b, text: 'Prefers evenings' }))

  const stale = await sideOf(b)
  const merge = { ...(await sideOf(b)), ...(await into(a)), choice: { email: 'from' as const } }
  const merged = ok(await admin.adminCustomers.merge(merge))
  expect(merged).toMatchObject({
    id: a,
    email: two.person.email,
    phone: person.phone,
    order_count: 2,
    tags: ['Moved'],
    groups: ['Movers'],
    notes: [{ text: 'Prefers evenings' }],
  })
  expect(await admin.adminCustomers.get({ id: b })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await admin.adminCustomers.merge({ ...stale, ...(await into(c)), choice: {} })).toMatchObject({
    code: 'NOT_FOUND',
  })
  // The contact that was not kept makes a new guest.
  expect((await guestOrder({ person })).customerId).not.toBe(a)
})

test('a guest merged into an account gives it no access, and stays out of its own export', async () => {
  const account = await newCustomer()
  const {
    person,
    customerId = 0,
    order_no,
    order_id,
  } = await guestOrder({
    person: { ...newPerson(), phone: account.person.phone },
  })
  expect(await reasonsOf(account.id)).toEqual([[customerId, 'phone']])
  expect(
    await admin.adminCustomers.merge({
      ...(await sideOf(account.id)),
      ...(await into(customerId)),
      choice: {},
    }),
  ).toMatchObject({
    code: 'ACCOUNT_NOT_MERGED',
  })
  const merged = ok(
    await admin.adminCustomers.merge({
      ...(await sideOf(customerId)),
      ...(await into(account.id)),
      choice: { email: 'from' },
    }),
  )
  expect(merged).toMatchObject({ id: account.id, email: account.person.email, orders: [{ order_no }] })

  const { api } = account.guest
  expect(ok(await api.orders.get({}))).toMatchObject({ total: 0 })
  expect(await api.orders.item({ order_no })).toMatchObject({ status: 'error' })
  ok(await api.account.reauthenticate({ password: account.person.password }))
  expect(JSON.stringify(ok(await api.account.export({})))).not.toContain(person.email)
  expect(
    (await db.selectFrom('orders').select('customer_id').where('id', '=', order_id).executeTakeFirstOrThrow())
      .customer_id,
  ).toBeNull()
  ok(await admin.adminCustomers.erase({ id: account.id, confirm: account.person.email }))
  const left = await db
    .selectFrom('orders')
    .select(['guest_id', 'customer_left_at'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  expect(left).toEqual({ guest_id: null, customer_left_at: expect.any(Date) })
})

test('two merges of a pair into each other at once leave one of them', async () => {
  const person = newPerson()
  const a = (await guestOrder({ person })).customerId ?? 0
  const b = (await guestOrder({ person: { ...person, email: newPerson().email } })).customerId ?? 0
  const merges = [
    { ...(await sideOf(a)), ...(await into(b)), choice: {} },
    { ...(await sideOf(b)), ...(await into(a)), choice: {} },
  ]
  const replies = await Promise.all(merges.map((merge) => admin.adminCustomers.merge(merge)))
  expect(replies.map(({ status }) => status).sort()).toEqual(['error', 'success'])
  const [left] = await listed({ q: person.phone })
  expect(ok(await admin.adminCustomers.get({ id: left ?? 0 })).order_count).toBe(2)
})

test('a merge whose group is deleted at the same moment is carried out without it', async () => {
  const person = newPerson()
  const a = (await guestOrder({ person })).customerId ?? 0
  const b = (await guestOrder({ person: { ...person, email: newPerson().email } })).customerId ?? 0
  ok(await admin.adminCustomers.organize({ ids: [b], add_groups: ['Fleeting'] }))
  const merge = { ...(await sideOf(b)), ...(await into(a)), choice: {} }

  const merging = await db.transaction().execute(async (tx) => {
    await lockType.all(tx, 'customer_group')
    await tx.deleteFrom('customer_groups').where('name', '=', 'Fleeting').execute()
    const reply = admin.adminCustomers.merge(merge)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(tx)
        return rows[0]?.waiting
      })
      .toBe(1)
    // In an array, because a transaction waits for the promise that its work returns.
    return [reply]
  })
  expect(ok(await (merging[0] as (typeof merging)[number]))).toMatchObject({
    id: a,
    order_count: 2,
    groups: [],
  })
})

test('customers are found by rules about their orders, consent, tags and groups exactly as a plain reading of them says', async () => {
  const random = seeded(20_261_128)
  const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const sample = await guestOrder()
  const { rows: products } = await sql<{ id: number; variation: number }>`
    select distinct on (product_id) product_id as id, id as variation from variations order by product_id limit 4`.execute(
    db,
  )
  const { rows: made } = await sql<{ id: number; is_guest: boolean; marketing: boolean | null }>`
    insert into customers (first_name, email, guest_email, is_guest, is_by_hand, is_marketing_opted_in)
    select 'Rule', case when n % 3 > 0 then 'rule' || n || '@example.com' end, case when n % 3 = 0 then 'rule' || n || '@example.com' end,
      n % 3 = 0, true, case n % 4 when 0 then true when 1 then false end
    from generate_series(1, 60) n returning id, is_guest, is_marketing_opted_in as marketing`.execute(db)
  ok(await admin.adminCustomers.organize({ ids: made.map(({ id }) => id), add: ['Rules'] }))
  const vips = made.filter(() => random() < 0.4).map(({ id }) => id)
  ok(await admin.adminCustomers.organize({ ids: vips, add_groups: ['Rule group'] }))
  const group = ok(await admin.adminCustomers.choices({})).groups.find(
    ({ name }) => name === 'Rule group',
  )?.id

  const days = ['2025-02-28', '2025-03-01', '2025-05-31', '2025-11-02']
  const places = [
    { state_name: 'Karnataka', city: 'Bengaluru', postcode: '560 001' },
    { state_name: 'Kerala', city: ' kochi', postcode: '682001' },
    { state_name: 'Kerala', city: 'Thrissur', postcode: '680 010' },
  ]
  const orders: {
    customer: number
    status: string
    currency: string
    total: number
    at: string
    place: (typeof places)[number]
    product: (typeof products)[number]
    isLineCancelled: boolean
  }[] = []
  for (let n = 0; n < 110; n++) {
    const customer = oneOf(made)
    const order = {
      customer: customer.id,
      status: oneOf(['placed', 'delivered', 'refunded', 'cancelled', 'pending_payment']),
      currency: oneOf(['INR', 'INR', 'INR', 'USD']),
      total: oneOf([0, 40_000, 50_000, 90_001]),
      // Half past eleven in the evening of India's day, and one minute after its midnight.
      at: `${oneOf(days)}T${oneOf(['23:30:00', '00:01:00', '12:00:00'])}+05:30`,
      place: oneOf(places),
      product: oneOf(products),
      isLineCancelled: random() < 0.2,
    }
    orders.push(order)
    const { rows } = await sql<{ id: number }>`
      insert into orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object(
        'id', (select max(id) + 1 from orders), 'order_no', ${`RULE-${n}`}::text, 'cart_id', null, 'access_key', null,
        'customer_id', ${customer.is_guest ? null : customer.id}::bigint, 'guest_id', ${customer.is_guest ? customer.id : null}::bigint,
        'status', ${order.status}::text, 'held_until', now(), 'currency', ${order.currency}::text, 'placed_at', ${order.at}::text,
        'subtotal', ${order.total}::bigint, 'grand_total', ${order.total}::bigint, 'discount_total', 0, 'shipping_total', 0, 'payment_fee', 0,
        'is_tax_included', true, 'shipping_address', ${JSON.stringify(order.place)}::jsonb))).*
      from orders o where id = ${sample.order_id} returning id`.execute(db)
    await sql`
      insert into order_items (order_id, variation_id, name, slug, sku, quantity, unit_price, tax, total, status)
      values (${rows[0]?.id}, ${order.product.variation}, 'Pot', 'pot', 'POT', 1, 0, 0, 0,
        ${order.isLineCancelled ? 'cancelled' : 'placed'})`.execute(db)
  }

  const dayOf = (at: string) => at.slice(0, 10)
  const counted = (id: number) =>
    orders.filter(
      ({ customer, status }) => customer === id && status !== 'cancelled' && status !== 'pending_payment',
    )
  const last = (id: number) =>
    counted(id)
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .at(-1)
  const sum = (id: number) =>
    counted(id).reduce((total, order) => total + (order.currency === 'INR' ? order.total : 0), 0)
  const quiet = Math.round((Date.now() - Date.parse('2025-04-15T00:00:00Z')) / 86_400_000)
  type One = (typeof made)[number]
  type Rule = [query: object, meets: (customer: One) => boolean]
  const rules: readonly (() => Rule)[] = [
    () =>
      oneOf<Rule>([
        [{ kind: 'guest' }, ({ is_guest }) => is_guest],
        [{ kind: 'account' }, ({ is_guest }) => !is_guest],
      ]),
    () =>
      oneOf<Rule>([
        [{ marketing: 'yes' }, ({ marketing }) => marketing === true],
        [{ marketing: 'no' }, ({ marketing }) => marketing === false],
        [{ marketing: 'unasked' }, ({ marketing }) => marketing === null],
      ]),
    () => [{ group }, ({ id }) => vips.includes(id)],
    () => {
      const count = oneOf([0, 1, 2, 3])
      return [{ orders_from: count }, ({ id }) => counted(id).length >= count]
    },
    () => {
      const count = oneOf([0, 1, 2])
      return [{ orders_to: count }, ({ id }) => counted(id).length <= count]
    },
    () => {
      const amount = oneOf([0, 40_000, 90_001])
      return [{ total_from: amount }, ({ id }) => sum(id) >= amount]
    },
    () => {
      const amount = oneOf([0, 50_000, 90_001])
      return [{ total_to: amount }, ({ id }) => sum(id) <= amount]
    },
    () => {
      const day = oneOf(days)
      return [{ last_from: day }, ({ id }) => dayOf(last(id)?.at ?? '') >= day]
    },
    () => {
      const day = oneOf(days)
      return [{ last_to: day }, ({ id }) => dayOf(last(id)?.at ?? '9') <= day]
    },
    () => [
      { quiet_days: quiet },
      ({ id }) => Date.parse(last(id)?.at ?? '2100-01-01') < Date.now() - quiet * 86_400_000,
    ],
    () => {
      const product = oneOf(products)
      const has = (order: (typeof orders)[number]) => order.product === product && !order.isLineCancelled
      return [{ product: product.id }, ({ id }) => counted(id).some(has)]
    },
    () =>
      oneOf<Rule>([
        [{ state: 'KERALA' }, ({ id }) => counted(id).some(({ place }) => place.state_name === 'Kerala')],
        [{ town: 'Kochi ' }, ({ id }) => counted(id).some(({ place }) => place.city === ' kochi')],
        [{ postcode: '5600' }, ({ id }) => counted(id).some(({ place }) => place.city === 'Bengaluru')],
        [
          { state: 'Kerala', postcode: '680' },
          ({ id }) => counted(id).some(({ place }) => place.city === 'Thrissur'),
        ],
        [{ state: 'Kerala', postcode: '560' }, () => false],
      ]),
  ]
  let found = 0
  for (let n = 0; n < 80; n++) {
    const chosen = [...new Set(Array.from({ length: 1 + (n % 4) }, () => oneOf(rules)))].map((rule) => rule())
    const query = Object.assign({}, ...chosen.map(([part]) => part)) as object
    const expected = made
      .filter((customer) => chosen.every(([, meets]) => meets(customer)))
      .map(({ id }) => id)
    for (const way of [{ tag: 'Rules' }, { q: 'rule', tag: 'rules' }])
      expect(await listed({ ...way, order: 'asc', ...query }), JSON.stringify(query)).toEqual(expected)
    found += expected.length
  }
  expect(found).toBeGreaterThan(300)
  for (const bad of [{ orders_from: -1 }, { quiet_days: 0 }, { product: 'x' }, { last_from: 'soon' }])
    expect(await admin.adminCustomers.list(bad), JSON.stringify(bad)).toMatchObject({ code: 'VALIDATION' })
})

test('a segment has who meets its conditions now, and one of two changes at once is refused', async () => {
  const { adminCustomerSegments: segments, adminCustomers } = admin
  const [one, other] = [await newCustomer(), await newCustomer()]
  ok(await adminCustomers.organize({ ids: [one.id], add: ['Segment tag'] }))
  const filter = { tag: 'segment TAG', kind: 'account', orders_to: 0 } as const
  const made = ok(await segments.create({ name: 'Newcomers', filter }))
  expect(made).toMatchObject({ filter: { tag: 'segment TAG', kind: 'account', orders_to: '0' } })
  const counted = async () => ok(await segments.list({})).segments.find(({ id }) => id === made.id)?.customers
  expect(await counted()).toBe(1)
  ok(await adminCustomers.organize({ ids: [other.id], add: ['Segment tag'] }))
  expect(await counted()).toBe(2)

  const fails = (reply: unknown, field: string) =>
    expect(reply).toMatchObject({ code: 'VALIDATION', errors: { [field]: [expect.any(String)] } })
  fails(await segments.create({ name: 'NEWCOMERS', filter }), 'name')
  fails(await segments.create({ name: 'Nothing', filter: {} }), 'filter')
  fails(await segments.create({ name: 'Nothing', filter: { tag: '' } }), 'filter.tag')
  fails(await segments.create({ name: 'Gone', filter: { group: 999_999_999 } }), 'filter')
  fails(await segments.create({ name: 'Long', filter: { tag: 'x'.repeat(10_240) } }), 'filter.tag')

  const { id, version } = made
  const replies = await Promise.all(['First', 'Second'].map((name) => segments.change({ id, version, name })))
  expect(replies.map((reply) => ('code' in reply ? reply.code : 'saved')).toSorted()).toEqual([
    'STALE_RECORD',
    'saved',
  ])
  expect(await segments.remove({ id, version })).toMatchObject({ code: 'STALE_RECORD' })
  const present = ok(await adminCustomers.choices({})).segments.find((segment) => segment.id === id)
  ok(await segments.remove({ id, version: present?.version ?? '' }))
  expect(await segments.remove({ id, version })).toMatchObject({ code: 'NOT_FOUND' })
  const { data } = ok(await admin.adminAudit.list({ record_type: 'customer_segment', record_id: String(id) }))
  expect(data.map(({ action }) => action)).toEqual([
    'customer_segment.remove',
    'customer_segment.update',
    'customer_segment.create',
  ])
})

test('a group is renamed, and deleted once no segment asks for it', async () => {
  const { adminCustomerSegments: segments, adminCustomers } = admin
  const { id: customer } = await newCustomer()
  ok(await adminCustomers.organize({ ids: [customer], add_groups: ['Bulk', 'Retail'] }))
  const groupOf = async (name: string) => {
    const group = ok(await segments.list({})).groups.find((one) => one.name === name)
    return { id: group?.id ?? 0, version: group?.version ?? '' }
  }
  const former = await groupOf('Bulk')
  expect(await segments.renameGroup({ ...former, name: 'RETAIL' })).toMatchObject({
    errors: { name: [expect.any(String)] },
  })
  ok(await segments.renameGroup({ ...former, name: 'Large orders' }))
  expect(await segments.removeGroup(former)).toMatchObject({ code: 'STALE_RECORD' })
  expect(ok(await adminCustomers.get({ id: customer })).groups).toEqual(['Large orders', 'Retail'])

  const group = await groupOf('Large orders')
  const segment = ok(await segments.create({ name: 'Buyers in bulk', filter: { group: group.id } }))
  expect(await segments.removeGroup(group)).toMatchObject({
    code: 'IN_USE',
    message: 'Large orders is a condition of Buyers in bulk',
  })
  ok(await segments.remove({ id: segment.id, version: segment.version }))
  ok(await segments.removeGroup(group))
  expect(ok(await adminCustomers.get({ id: customer })).groups).toEqual(['Retail'])
})
