import { useFormServices } from '../form/form-services.ts'
import type { ListFilter } from '../list/filter-choice.tsx'
import { ListFilters } from '../list/list-filters.tsx'
import { CustomerSegments } from './customer-segments.tsx'
import { consentLabels, useCustomerChoices, useCustomers } from './use-customers.ts'

/** The search of the customers and their filters. */
export function CustomerFilters() {
  const { filterValues } = useCustomers()
  const { recordKind } = useFormServices()
  const choices = useCustomerChoices(filterValues.product)
  const product = {
    name: 'product',
    label: 'Ordered product',
    record: 'product',
    text: (value: string) => choices?.product_name ?? value,
  }
  const filters: readonly ListFilter[] = [
    {
      name: 'kind',
      label: 'Kind',
      options: [
        { value: 'account', label: 'Account' },
        { value: 'guest', label: 'Guest' },
      ],
    },
    { name: 'blocked', label: 'Logins', options: [{ value: 'true', label: 'Blocked' }] },
    { name: 'tag', label: 'Tag', options: (choices?.tags ?? []).map((tag) => ({ value: tag, label: tag })) },
    {
      name: 'group',
      label: 'Group',
      options: (choices?.groups ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'marketing',
      label: 'Marketing mails',
      options: Object.entries(consentLabels).map(([value, label]) => ({ value, label })),
    },
    { name: 'orders_from', label: 'Orders from', isCount: true },
    { name: 'orders_to', label: 'Orders up to', isCount: true },
    { name: 'total_from', label: 'Total from', isAmount: true },
    { name: 'total_to', label: 'Total up to', isAmount: true },
    { name: 'last_from', label: 'Last order from', isDay: true },
    { name: 'last_to', label: 'Last order until', isDay: true },
    { name: 'quiet_days', label: 'Days without an order', isCount: true },
    ...(recordKind?.('product') ? [product] : []),
    { name: 'state', label: 'Delivery to state', isText: true },
    { name: 'town', label: 'Delivery to town', isText: true },
    { name: 'postcode', label: 'Delivery to pincode', isText: true },
  ]
  return (
    <>
      <ListFilters
        label="Search customers"
        placeholder="Name, e-mail, phone, town, pincode, order …"
        filters={filters}
      />
      <CustomerSegments />
    </>
  )
}
