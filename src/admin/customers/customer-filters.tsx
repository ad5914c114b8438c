import type { ListFilter } from '../list/filter-choice.tsx'
import { ListFilters } from '../list/list-filters.tsx'
import { useCustomerChoices } from './use-customers.ts'

/** The search of the customers and their filters. */
export function CustomerFilters() {
  const choices = useCustomerChoices()
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
  ]
  return (
    <ListFilters
      label="Search customers"
      placeholder="Name, e-mail, phone, town, pincode, order …"
      filters={filters}
    />
  )
}
