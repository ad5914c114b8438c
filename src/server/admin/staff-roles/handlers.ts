import { staffRoleEndpoints } from '#contract/admin/staff-roles.ts'
import { createRole, listRoles, readRole, removeRole, updateRole } from '#server/people/staff/manage-roles.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import type { Visitor } from '#server/platform/kernel/context.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { resourceHandlers } from '../resource-handlers.ts'

export const staffRoleAdminHandlers: { adminStaffRoles: Handlers<typeof staffRoleEndpoints> } = {
  adminStaffRoles: resourceHandlers(staffRoleEndpoints, {
    type: 'staff_role',
    label: 'Role',
    list: listRoles,
    read: readRole,
    create: (tx, values, call) => createRole(tx, composerOf(call), values),
    update: (tx, id, values, _before, call) => updateRole(tx, composerOf(call), id, values),
    remove: (tx, id, _before, call) => removeRole(tx, composerOf(call), id),
  }),
}

function composerOf(call: { visitor: Visitor }) {
  requireRecentProof(call)
  return staffOf(call)
}
