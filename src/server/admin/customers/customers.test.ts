import { expect, test } from 'vitest'
import { newPerson } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
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
    .execute()
  const { id } = await newCustomer()
  const api = adminApiOf(staff)
  expect(await api.adminCustomers.exportData({ id })).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await api.adminCustomers.erase({ id, confirm: '' })).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await api.adminCustomers.sendReset({ id })).toMatchObject({ code: 'PROOF_REQUIRED' })
})
