import { lazy } from 'react'
import type { CustomerRow } from '#contract/admin/customers/customers.ts'
import { Chip } from '#ui/chip.tsx'
import { MoneyCell, TimeCell } from '../parts/cells.tsx'
import type { Resource } from '../resource/resource.ts'
import ResourceList from '../resource/resource-list.tsx'
import { CustomerFilters } from './customer-filters.tsx'
import { CustomerTools } from './customer-tools.tsx'

const customers: Resource<CustomerRow> = {
  name: 'customers',
  label: 'Customers',
  one: 'customer',
  icon: 'users',
  group: 'Customers',
  permission: 'customers.read',
  writePermission: 'customers.write',
  columns: [
    {
      name: 'name',
      label: 'Name',
      show: ({ name, email, phone }) => name || email || phone || '',
      below: ({ tags, groups }) => [...groups, ...tags].join(', '),
    },
    {
      name: 'email',
      label: 'Contact',
      show: ({ email, phone }) => email ?? phone ?? '–',
      below: ({ email, phone }) => email && phone,
    },
    { name: 'orders', label: 'Orders', isNumber: true },
    { name: 'total', label: 'Total', isNumber: true, show: ({ total }) => <MoneyCell amount={total} /> },
    {
      name: 'last_order_at',
      label: 'Last order',
      show: ({ last_order_at }) => <TimeCell at={last_order_at} />,
    },
    {
      name: 'id',
      label: 'Since',
      isSortable: true,
      show: ({ created_at }) => <TimeCell at={created_at} />,
    },
    {
      name: 'is_blocked',
      label: 'Account',
      show: ({ is_blocked, is_guest }) =>
        is_blocked ? <Chip tone="bad">Blocked</Chip> : is_guest ? <Chip tone="calm">Guest</Chip> : 'Account',
    },
  ],
  filterBar: CustomerFilters,
  sort: { field: 'id', order: 'DESC' },
  bulkBar: lazy(async () => ({ default: (await import('./customer-bulk-bar.tsx')).CustomerBulkBar })),
  tools: CustomerTools,
  rowName: ({ name, email, phone }) => name || email || phone || 'customer',
  values: async () => (await import('zod')).z.object({}),
  nameOf: () => '',
  canAdd: false,
}

export default function CustomerList() {
  return <ResourceList resource={customers} />
}
