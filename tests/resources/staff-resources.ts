import type { ResourceRow } from './resource-row.ts'

export const staffResources: readonly ResourceRow[] = [
  {
    path: 'staff-roles',
    type: 'staff_role',
    tables: [],
    files: ['src/server/people/staff/manage-roles.ts'],
    values: { name: 'Customer care', permissions: ['orders.read', 'customers.read'] },
    changed: { name: 'Helpdesk', permissions: ['orders.read', 'orders.write', 'customers.read'] },
    refused: [{ name: 'owner', permissions: ['orders.read'] }, 'name'],
  },
]
