import { sql } from 'kysely'
import { type Permission, permissionsOf } from '#contract/admin/permissions.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** SQL: a row `s` of `staff` by name; without one by e-mail address. */
export const staffName = sql<string>`coalesce(nullif(s.name, ''), s.email)`

type Member = { id: number; name: string; permissions: readonly Permission[] }

/** Active staff whose role has a permission, by name. */
export async function readStaffWhoMay(db: Db | Tx, permission: Permission): Promise<Member[]> {
  const staff = await db
    .selectFrom('staff as s')
    .innerJoin('staff_roles as r', 'r.code', 's.role')
    .select(['s.id', 's.role', 'r.permissions', staffName.as('name')])
    .where('s.is_active', '=', true)
    .orderBy('name')
    .orderBy('s.id')
    .execute()
  return staff
    .map(({ id, name, role, permissions }) => ({ id, name, permissions: permissionsOf(role, permissions) }))
    .filter(({ permissions }) => permissions.includes(permission))
}
