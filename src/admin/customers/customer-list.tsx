import type { CustomerRow } from '#contract/admin/customers/customers.ts'
import { Chip } from '#ui/chip.tsx'
import { MomentCell, MoneyCell } from '../parts/cells.tsx'
import type { Resource } from '../resource/resource.ts'
import ResourceList from '../resource/resource-list.tsx'

const customers: Resource<CustomerRow> = {
  name: 'customers',
  label: 'Customers',
  one: 'customer',
  icon: 'users',
  group: 'Customers',
  permission: 'customers.read',
  writePermission: 'customers.write',
  columns: [
    { name: 'name', label: 'Name', show: ({ name, email }) => name || email || '' },
    { name: 'email', label: 'E-mail', show: ({ email }) => email ?? '–' },
    { name: 'phone', label: 'Phone', show: ({ phone }) => phone ?? '–' },
    { name: 'orders', label: 'Orders', isNumber: true },
    { name: 'total', label: 'Total', isNumber: true, show: ({ total }) => <MoneyCell amount={total} /> },
    {
      name: 'id',
      label: 'Since',
      isSortable: true,
      show: ({ created_at }) => <MomentCell at={created_at} />,
    },
    {
      name: 'is_blocked',
      label: 'State',
      show: ({ is_blocked }) => (is_blocked ? <Chip tone="bad">Blocked</Chip> : ''),
    },
  ],
  filters: [{ name: 'blocked', label: 'State', options: [{ value: 'true', label: 'Blocked' }] }],
  sort: { field: 'id', order: 'DESC' },
  searches: 'Name, e-mail or phone',
  values: async () => (await import('zod')).z.object({}),
  nameOf: () => '',
  canAdd: false,
}

export default function CustomerList() {
  return <ResourceList resource={customers} />
}
