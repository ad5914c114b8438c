import { z } from 'zod'
import { defineEndpoints } from '../define-endpoints.ts'
import { Id, Text } from '../shapes.ts'
import { permissionLabels, permissions } from './permissions.ts'
import { resourceEndpoints } from './resource.ts'
import type { AdminRoutes } from './routes.ts'

export const StaffRoleRow = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  is_built_in: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  /** Members of staff who have it. */
  staff: z.int(),
})
export type StaffRoleRow = z.infer<typeof StaffRoleRow>

export const StaffRoleValues = z.object({
  name: Text(60)
    .min(1, 'Please enter a name')
    .meta({ title: 'Name', description: 'What the staff list shows, such as “Customer care”.' }),
  permissions: z
    .array(z.enum(permissions).meta({ enumLabels: permissionLabels }))
    .min(1, 'Please choose at least one')
    .max(permissions.length)
    .default([])
    .meta({
      title: 'May',
      description:
        'A permission to change something includes the one to look at it. You can give only what you may do yourself.',
    }),
})
export type StaffRoleValues = z.output<typeof StaffRoleValues>

const resource = resourceEndpoints({
  one: 'role',
  many: 'roles',
  area: 'settings',
  row: StaffRoleRow,
  values: StaffRoleValues,
  sort: ['name', 'id'],
  refusals: {
    create: ['ROLE_ABOVE_OWN'],
    update: ['ROLE_BUILT_IN', 'OWN_ROLE', 'ROLE_ABOVE_OWN'],
    remove: ['ROLE_BUILT_IN', 'OWN_ROLE', 'ROLE_ABOVE_OWN', 'IN_USE'],
  },
})
const staff = { permission: 'staff.manage' } as const
const proved = { ...staff, credentialRefusals: ['PROOF_REQUIRED'] } as const

/** Roles belong to staff: only those who manage staff see them, and writes need a recent proof of identity. */
export const staffRoleEndpoints = defineEndpoints<AdminRoutes['adminStaffRoles']>()({
  list: { ...resource.list, ...staff },
  get: { ...resource.get, ...staff },
  create: { ...resource.create, ...proved },
  update: { ...resource.update, ...proved },
  remove: { ...resource.remove, ...proved },
})
