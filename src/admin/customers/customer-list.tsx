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
    { name: 'name', label: 'Name', show: ({ name, email, phone }) => name || email || phone || '' },
    { name: 'email', label: 'E-mail', show: ({ email }) => email ?? '–' },
    { name: 'phone', label: 'Phone', show: ({ phone }) => phone ?? '–' },
    { name: 'orders', label: 'Orders', isNumber: true },
    { name: 'total', label: 'Total', isNumber: true, show: ({ total }) => <MoneyCell amount={total} /> },
    {
      name: 'last_order_at',
      label: 'Last order',
      show: ({ last_order_at }) => (last_order_at ? <MomentCell at={last_order_at} /> : '–'),
    },
    {
      name: 'id',
      label: 'Since',
      isSortable: true,
      isMinor: true,
      show: ({ created_at }) => <MomentCell at={created_at} />,
    },
    {
      name: 'is_blocked',
      label: 'Account',
      show: ({ is_blocked, is_guest }) =>
        is_blocked ? <Chip tone="bad">Blocked</Chip> : is_guest ? <Chip tone="calm">Guest</Chip> : 'Account',
    },
  ],
  filters: [
    {
      name: 'kind',
      label: 'Kind',
      options: [
        { value: 'account', label: 'Account' },
        { value: 'guest', label: 'Guest' },
      ],
    },
    { name: 'blocked', label: 'Logins', options: [{ value: 'true', label: 'Blocked' }] },
  ],
  sort: { field: 'id', order: 'DESC' },
  searches: 'Name, e-mail, phone, town, pincode, order number',
  values: async () => (await import('zod')).z.object({}),
  nameOf: () => '',
  canAdd: false,
}

export default function CustomerList() {
  return <ResourceList resource={customers} />
}
