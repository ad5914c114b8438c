import { sql } from 'kysely'
import { type Permission, permissionsOf } from '#contract/admin/permissions.ts'
import type { StaffMember } from '#contract/admin/staff.ts'
import { invalidStaffEmail, isEmail } from '#contract/rules/email.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { startingWith } from '#server/platform/kernel/list-page.ts'
import { staffSessionsTag } from '#server/platform/sessions/is-staff.ts'
import { lastOwner, ownRole, roleAboveOwn, staffExists, staffNotFound } from './refusals.ts'

/** Who manages: a member of staff may give no permission that they lack; the operator at the command line may give any. */
export type Manager = { actor: Actor; role?: string; permissions?: readonly Permission[] }

export type NewStaff = { email: string; name?: string; role: string }
export type StaffUpdate = {
  name?: string | undefined
  role?: string | undefined
  is_active?: boolean | undefined
}

/**
 * Adds a member of staff, who has no password yet.
 * @throws 409 STAFF_EXISTS, ROLE_ABOVE_OWN; 422 at email or role.
 */
export async function addStaff(
  tx: Tx,
  by: Manager,
  { email: typed, name = '', role }: NewStaff,
): Promise<StaffMember> {
  const email = typed.toLowerCase()
  if (!isEmail(email)) throw invalid({ email: [invalidStaffEmail] })
  await requireGrantable(tx, by, role)
  const added = await tx
    .insertInto('staff')
    .values({ email, name, role })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw staffExists(email)
  await writeAudit(tx, by.actor, {
    action: 'staff.add',
    record: { type: 'staff', id: String(added.id) },
    after: { email, name, role },
  })
  return requireStaff(tx, added.id)
}

/**
 * Changes a member of staff; blocking one ends their sessions. Their own role cannot be changed, and the last active
 * owner stays one.
 * @throws 404; 409 OWN_ROLE, LAST_OWNER, ROLE_ABOVE_OWN; 422 at role.
 */
export async function updateStaff(
  tx: Tx,
  by: Manager,
  id: number,
  update: StaffUpdate,
): Promise<StaffMember> {
  // Locks all owners in one order, so that two owners cannot remove each other at the same time.
  const owners = await tx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('is_active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  const before = await requireStaff(tx, id)
  const role = update.role ?? before.role
  const after = { name: update.name ?? before.name, role, is_active: update.is_active ?? before.is_active }
  const losesAccess = role !== before.role || !after.is_active
  if (by.actor.staffId === id && losesAccess) throw ownRole()
  await requireGrantable(tx, by, before.role)
  await requireGrantable(tx, by, role)
  if (losesAccess && owners.length === 1 && owners[0]?.id === id) throw lastOwner()
  const becomesOwner = role === 'owner' && before.role !== 'owner'
  await tx
    .updateTable('staff')
    .set({ ...after, ...(becomesOwner && { second_factor_due: sql`now() + interval '14 days'` }) })
    .where('id', '=', id)
    .execute()
  if (!after.is_active) {
    await tx.deleteFrom('staff_sessions').where('staff_id', '=', id).execute()
    await tx.deleteFrom('staff_login_links').where('staff_id', '=', id).execute()
    await noteChange(tx, [staffSessionsTag])
  }
  await writeAudit(tx, by.actor, {
    action: 'staff.update',
    record: { type: 'staff', id: String(id) },
    before: { name: before.name, role: before.role, is_active: before.is_active },
    after,
  })
  return requireStaff(tx, id)
}

/**
 * Only owners make owners: an owner also has every permission that is added later.
 * @throws 409 ROLE_ABOVE_OWN when the role may do something that the manager may not; 422 for an unknown role.
 */
export async function requireGrantable(
  tx: Tx | Db,
  { permissions, role: own }: Manager,
  role: string,
): Promise<void> {
  const known = await tx
    .selectFrom('staff_roles')
    .select('permissions')
    .where('code', '=', role)
    .executeTakeFirst()
  if (!known) throw invalid({ role: ['Unknown role'] })
  if (permissions && role === 'owner' && own !== 'owner') throw roleAboveOwn()
  if (!permissions || permissionsOf(role, known.permissions).every((one) => permissions.includes(one))) return
  throw roleAboveOwn()
}

/** @throws 404 */
export async function requireStaff(db: Db | Tx, id: number): Promise<StaffMember> {
  const row = await staffRows(db).where('staff.id', '=', id).executeTakeFirst()
  if (!row) throw staffNotFound()
  return toMember(row)
}

/** A page of the staff, found by the start of their e-mail address or name, and all roles. */
export async function listStaff(
  db: Db,
  {
    page,
    per_page,
    sort,
    order,
    q,
  }: {
    page: number
    per_page: number
    sort: 'email' | 'created_at'
    order: 'asc' | 'desc'
    q?: string | undefined
  },
) {
  const pattern = startingWith(q ?? '')
  const [rows, { total }, roles] = await Promise.all([
    staffRows(db)
      .where((eb) => eb.or([eb('staff.email', 'ilike', pattern), eb('staff.name', 'ilike', pattern)]))
      .orderBy(`staff.${sort}`, order)
      .orderBy('staff.id')
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    db
      .selectFrom('staff')
      .where((eb) => eb.or([eb('email', 'ilike', pattern), eb('name', 'ilike', pattern)]))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('staff_roles').select(['code', 'name', 'permissions']).orderBy('code').execute(),
  ])
  return {
    data: rows.map(toMember),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
    roles: roles.map(({ code, name, permissions }) => ({
      code,
      name,
      permissions: [...permissionsOf(code, permissions)],
    })),
  }
}

const staffRows = (db: Db | Tx) =>
  db
    .selectFrom('staff')
    .innerJoin('staff_roles', 'staff_roles.code', 'staff.role')
    .select([
      'staff.id',
      'staff.email',
      'staff.name',
      'staff.role',
      'staff_roles.name as role_name',
      'staff.is_active',
      'staff.created_at',
      'staff.last_signed_in_at',
    ])
    .select((eb) => [
      eb('staff.password_hash', 'is not', null).as('has_password'),
      eb('staff.totp_secret', 'is not', null).as('has_totp'),
    ])

type StaffRow = Awaited<ReturnType<ReturnType<typeof staffRows>['executeTakeFirstOrThrow']>>

const toMember = ({
  created_at,
  last_signed_in_at,
  has_password,
  has_totp,
  ...row
}: StaffRow): StaffMember => ({
  ...row,
  has_password: Boolean(has_password),
  has_totp: Boolean(has_totp),
  created_at: created_at.toISOString(),
  last_signed_in_at: last_signed_in_at?.toISOString() ?? null,
})
