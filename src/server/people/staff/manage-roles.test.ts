import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Permission, permissions } from '#contract/admin/permissions.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { makeStaff, signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: 'small' })
const { db } = shop
const owner = await signedInStaff(shop, 'owner')
const roles = owner.admin.adminStaffRoles

const compose = async (name: string, chosen: Permission[]) => {
  const { id, version, values } = ok(await roles.create({ values: { name, permissions: chosen } }))
  const { code } = await db
    .selectFrom('staff_roles')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, version, values, code }
}
const idOf = async (code: string) =>
  (await db.selectFrom('staff_roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

test('a composed role is given to staff, and a change of it counts at their next request', async () => {
  const { id, version, values, code } = await compose('Customer care', ['customers.write', 'orders.read'])
  expect(code).toBe('customer_care')
  expect(values.permissions, 'writing includes reading').toEqual([
    'orders.read',
    'customers.read',
    'customers.write',
  ])
  const { staff } = ok(await owner.admin.adminStaff.add({ email: 'care@shop.example', role: code }))
  expect(staff.role_name).toBe('Customer care')

  const carer = await signedInStaff(shop, code)
  ok(await carer.admin.adminOrders.list())
  expect((await carer.admin.adminHome.get()).status).toBe('error')
  ok(await roles.update({ id, version, values: { name: 'Care', permissions: ['home.read'] } }))
  ok(await carer.admin.adminHome.get())
  expect(await carer.admin.adminOrders.list()).toMatchObject({ code: 'FORBIDDEN' })
})

test('two roles with the same letters get different codes', async () => {
  const [one, other] = [await compose('Till 1', ['orders.read']), await compose('Till 2', ['orders.read'])]
  expect([one.code, other.code]).toEqual(['till', 'till_b'])
  expect((await compose('देखभाल', ['orders.read'])).code).toBe('role')
  expect(await roles.create({ values: { name: 'TILL 1', permissions: ['orders.read'] } })).toMatchObject({
    status: 'error',
    errors: { 'values.name': [expect.any(String)] },
  })
})

test('built-in roles cannot be changed or deleted', async () => {
  const id = await idOf('viewer')
  const { version, values } = ok(await roles.get({ id }))
  const refused = { code: 'ROLE_BUILT_IN' }
  expect(await roles.update({ id, version, values: { ...values, name: 'Guest' } })).toMatchObject(refused)
  expect(await roles.remove({ id, version })).toMatchObject(refused)
})

test('staff cannot compose a role above their own, change their own, or make owners without being one', async () => {
  const lead = await compose('Shift lead', ['staff.manage', 'orders.write'])
  const rich = await compose('Accounts', ['settings.write'])
  const { admin } = await signedInStaff(shop, lead.code)

  const above = { code: 'ROLE_ABOVE_OWN' }
  const named = (name: string, ...chosen: Permission[]) => ({ values: { name, permissions: chosen } })
  expect(await admin.adminStaffRoles.create(named('Mine', 'settings.write'))).toMatchObject(above)
  expect(await admin.adminStaffRoles.create(named('Mine', 'catalog.write'))).toMatchObject(above)
  expect(
    await admin.adminStaffRoles.update({
      id: rich.id,
      version: rich.version,
      ...named('Accounts', 'orders.read'),
    }),
    'taking rights from a role above the own',
  ).toMatchObject(above)
  expect(await admin.adminStaffRoles.remove({ id: rich.id, version: rich.version })).toMatchObject(above)
  expect(
    await admin.adminStaffRoles.update({
      id: lead.id,
      version: lead.version,
      ...named('Shift lead', 'staff.manage', 'orders.write', 'orders.read'),
    }),
  ).toMatchObject({ code: 'OWN_ROLE' })
  const packer = ok(await admin.adminStaffRoles.create(named('Packer', 'orders.write')))
  ok(await admin.adminStaff.add({ email: 'packer@shop.example', role: 'packer' }))
  expect(packer.values.permissions).toEqual(['orders.read', 'orders.write'])

  // All permissions of today are not those of an owner, who also has the ones of tomorrow.
  const deputy = await compose('Deputy', [...permissions])
  const second = await signedInStaff(shop, deputy.code)
  const viewer = await makeStaff(db, 'viewer')
  expect(await second.admin.adminStaff.update({ id: viewer.id, role: 'owner' })).toMatchObject(above)
  expect(await second.admin.adminStaff.update({ id: owner.id, is_active: false })).toMatchObject(above)
  ok(await second.admin.adminStaff.update({ id: viewer.id, role: 'manager' }))
})

test('a role that staff have cannot be deleted, and the refusal names them', async () => {
  const { id, version, code } = await compose('Seasonal', ['orders.read'])
  const member = await makeStaff(db, code)
  expect(await roles.remove({ id, version })).toMatchObject({
    code: 'IN_USE',
    message: `${member.email} has the role Seasonal. Give them another one first.`,
    data: { count: 1, names: [member.email] },
  })
  ok(await owner.admin.adminStaff.update({ id: member.id, role: 'viewer' }))
  ok(await roles.remove({ id, version }))
})

test('roles cannot be changed 30 minutes after the sign-in without a new proof', async () => {
  const late = await signedInStaff(shop, 'owner')
  await sql`update staff_sessions set proved_at = now() - interval '31 minutes' where staff_id = ${late.id}`.execute(
    db,
  )
  expect(
    await late.admin.adminStaffRoles.create({ values: { name: 'Late', permissions: ['orders.read'] } }),
  ).toMatchObject({ code: 'PROOF_REQUIRED' })
})
