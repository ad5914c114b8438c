import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, makeStaff, signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true, pages: true })
const { db } = shop

async function adminToken({ api }: Pick<Guest, 'api'>) {
  const { admin_token } = ok(await api.storefront.initialValues({ keys: ['store_name'] }))
  return admin_token
}

const links = async () =>
  Number(
    (await db.selectFrom('staff_login_links').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n,
  )

test('initial-values has a login token of the back office for a session of staff alone', async () => {
  const staff = await signedInStaff(shop, 'viewer')
  expect(await adminToken(staff)).toMatch(/^[\w-]{43}$/)

  const { email } = await makeStaff(db, 'owner')
  const sameEmail = await db
    .insertInto('customers')
    .values({ first_name: 'Asha', email })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(
    await adminToken(await shop.customer(sameEmail.id)),
    'a customer with the same e-mail address',
  ).toBeNull()
  expect(await adminToken(shop.guest())).toBeNull()
  expect(await adminToken(shop.guest(new Map([['__Host-admin_sid', 'x'.repeat(43)]])))).toBeNull()
})

test('the token opens the back office with the session that requested it, and renews no proof', async () => {
  const staff = await signedInStaff(shop, 'owner')
  await sql`update staff_sessions set proved_at = now() - interval '31 minutes', expires_at = now() + interval '1 hour'
    where staff_id = ${staff.id}`.execute(db)
  const sessions = () =>
    db.selectFrom('staff_sessions').selectAll().where('staff_id', '=', staff.id).execute()
  const [before] = await sessions()

  const token = (await adminToken(staff)) ?? ''
  ok(await staff.admin.adminSession.byLink({ token }))
  const after = await sessions()
  expect(after.map(({ id, proved_at, expires_at }) => ({ id, proved_at, expires_at }))).toEqual([
    { id: before?.id, proved_at: before?.proved_at, expires_at: before?.expires_at },
  ])
  expect(await staff.admin.adminStaff.add({ email: 'later@shop.example', role: 'viewer' })).toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  expect(await staff.admin.adminSession.byLink({ token }), 'it counts once').toMatchObject({
    code: 'LINK_INVALID',
  })
})

test('the token is refused in another browser, also in that of another member of staff', async () => {
  const staff = await signedInStaff(shop, 'owner')
  const other = await signedInStaff(shop, 'viewer')
  for (const { adminSession } of [adminApiOf(shop.guest()), other.admin])
    expect(await adminSession.byLink({ token: (await adminToken(staff)) ?? '' })).toMatchObject({
      code: 'LINK_INVALID',
    })
})

test('sign-out deletes the hint of staff and the tokens; a hint without a session is deleted', async () => {
  const staff = await signedInStaff(shop, 'viewer')
  expect(staff.cookies.get('__Host-staff')).toBe('1')
  await adminToken(staff)
  const before = await links()
  ok(await staff.admin.adminSession.signOut())
  expect([staff.cookies.has('__Host-staff'), staff.cookies.has('__Host-admin_sid')]).toEqual([false, false])
  expect(await links()).toBe(before - 1)

  const late = shop.guest(new Map([['__Host-staff', '1']]))
  expect(await adminToken(late)).toBeNull()
  expect(late.cookies.has('__Host-staff')).toBe(false)
})

test('a page for everyone is rendered without a token', async () => {
  const staff = await signedInStaff(shop, 'owner')
  const before = await links()
  expect((await staff.request({ method: 'GET', url: '/' })).status).toBe(200)
  expect(await links()).toBe(before)
})
