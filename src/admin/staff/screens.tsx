import { lazy } from 'react'
import { builtInRoles } from '#contract/admin/permissions.ts'
import type { StaffRoleRow } from '#contract/admin/staff-roles.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { defineResource } from '../resource/define-resource.tsx'

export const screens: readonly AdminScreen[] = [
  {
    name: 'staff',
    label: 'Staff',
    tab: { entry: 'Staff', label: 'Members' },
    icon: 'user',
    group: 'Settings',
    permission: 'staff.manage',
    list: lazy(() => import('./staff-list.tsx')),
  },
  defineResource<StaffRoleRow>({
    name: 'staff-roles',
    label: 'Roles',
    tab: { entry: 'Staff', label: 'Roles' },
    one: 'role',
    icon: 'badge',
    group: 'Settings',
    permission: 'staff.manage',
    writePermission: 'staff.manage',
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'is_built_in', label: 'Kind', show: ({ is_built_in }) => (is_built_in ? 'Built in' : 'Own') },
      {
        name: 'permissions',
        label: 'Permissions',
        isNumber: true,
        show: ({ permissions }) => permissions.length,
      },
      { name: 'staff', label: 'Staff', isNumber: true },
    ],
    sort: { field: 'name', order: 'ASC' },
    values: async () => (await import('#contract/admin/staff-roles.ts')).StaffRoleValues,
    nameOf: ({ name }) => String(name),
    isFixed: ({ name }) => Object.hasOwn(builtInRoles, String(name).toLowerCase()),
  }),
  {
    name: 'api-keys',
    label: 'API keys',
    tab: { entry: 'Staff', label: 'API keys' },
    icon: 'key',
    group: 'Settings',
    permission: 'staff.manage',
    list: lazy(() => import('./api-key-list.tsx')),
  },
  {
    name: 'audit',
    label: 'Audit log',
    tab: { entry: 'Staff', label: 'Audit log' },
    icon: 'shield',
    group: 'Settings',
    permission: 'audit.read',
    list: lazy(() => import('./audit-list.tsx')),
  },
]
