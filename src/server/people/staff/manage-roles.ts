import { sql } from 'kysely'
import { type Permission, permissionsOf, withReading } from '#contract/admin/permissions.ts'
import type { StaffRoleRow, StaffRoleValues } from '#contract/admin/staff-roles.ts'
import type { Db, StaffVisitor, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { ownRole, roleAboveOwn, roleBuiltIn, roleInUse } from './refusals.ts'

type Query = ListQuery<'name' | 'id'>

/** Who composes: a member of staff gives and takes only permissions that they have themselves. */
type Composer = Pick<StaffVisitor, 'role' | 'permissions'>

export async function listRoles(db: Db, query: Query): Promise<{ rows: StaffRoleRow[]; total: number }> {
  const { q, sort } = query
  const { rows, total } = await listPage(
    db
      .selectFrom('staff_roles')
      .$if(Boolean(q), (found) => found.where('name', 'ilike', containing(q ?? ''))),
    query,
    {
      column: `staff_roles.${sort}`,
      id: 'staff_roles.id',
      select: (found) =>
        found.select([
          'staff_roles.id',
          'code',
          'name',
          'is_built_in',
          'permissions',
          sql<number>`(select count(*)::integer from staff where staff.role = staff_roles.code)`.as('staff'),
        ]),
    },
  )
  return {
    rows: rows.map((row) => ({ ...row, permissions: [...permissionsOf(row.code, row.permissions)] })),
    total,
  }
}

export async function readRole(db: Db | Tx, id: number): Promise<StaffRoleValues | undefined> {
  const row = await rowOf(db, id)
  return row && { name: row.name, permissions: [...permissionsOf(row.code, row.permissions)] }
}

/** @throws 409 ROLE_ABOVE_OWN; 422 at name. */
export async function createRole(
  tx: Tx,
  by: Composer,
  { name, permissions }: StaffRoleValues,
): Promise<number> {
  requireOwn(by, permissions)
  await requireFreeName(tx, name)
  const { id } = await tx
    .insertInto('staff_roles')
    .values({ name, code: await freeCode(tx, name), permissions: withReading(permissions) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes a composed role; everyone who has it may do more or less at their next request.
 * @throws 409 ROLE_BUILT_IN, OWN_ROLE, ROLE_ABOVE_OWN; 422 at name.
 */
export async function updateRole(
  tx: Tx,
  by: Composer,
  id: number,
  { name, permissions }: StaffRoleValues,
): Promise<void> {
  await requireComposed(tx, by, id)
  requireOwn(by, permissions)
  await requireFreeName(tx, name, id)
  await tx
    .updateTable('staff_roles')
    .set({ name, permissions: withReading(permissions) })
    .where('id', '=', id)
    .execute()
}

/** @throws 409 ROLE_BUILT_IN, OWN_ROLE, ROLE_ABOVE_OWN; IN_USE while members of staff have it, also blocked ones. */
export async function removeRole(tx: Tx, by: Composer, id: number): Promise<void> {
  const { code, name } = await requireComposed(tx, by, id)
  const members = await tx
    .selectFrom('staff')
    .select(['email', sql<number>`count(*) over ()::integer`.as('count')])
    .where('role', '=', code)
    .orderBy('email')
    .limit(5)
    .execute()
  const [first] = members
  if (first) throw roleInUse(name, { count: first.count, names: members.map(({ email }) => email) })
  await tx.deleteFrom('staff_roles').where('id', '=', id).execute()
}

const rowOf = (db: Db | Tx, id: number) =>
  db
    .selectFrom('staff_roles')
    .select(['code', 'name', 'permissions', 'is_built_in'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A role that this member of staff may change: composed, not their own, and not above their own. */
async function requireComposed(tx: Tx, by: Composer, id: number) {
  const role = await rowOf(tx, id)
  if (!role) throw new Error('The role was deleted under its lock')
  if (role.is_built_in) throw roleBuiltIn(role.name)
  if (role.code === by.role) throw ownRole()
  requireOwn(by, permissionsOf(role.code, role.permissions))
  return role
}

function requireOwn(by: Composer, permissions: readonly Permission[]): void {
  if (!withReading(permissions).every((one) => by.permissions.includes(one))) throw roleAboveOwn()
}

async function requireFreeName(tx: Tx, name: string, id = 0): Promise<void> {
  const other = await tx
    .selectFrom('staff_roles')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalid({ 'values.name': ['There is a role with this name already'] })
}

/** `Customer care` becomes `customer_care`: the command line and the audit log name a role by it. */
async function freeCode(tx: Tx, name: string): Promise<string> {
  const letters = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 30)
  const base = letters.length > 1 ? letters : 'role'
  const taken = await tx.selectFrom('staff_roles').select('code').execute()
  const codes = new Set(taken.map(({ code }) => code))
  let code = base
  // Codes have letters only: customer_care, customer_care_b, customer_care_c.
  for (let at = 1; codes.has(code); at += 1) code = `${base}_${lettersOf(at)}`
  return code
}

const lettersOf = (at: number): string =>
  (at >= 26 ? lettersOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(97 + (at % 26))
