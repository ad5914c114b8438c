import { useQuery } from '@tanstack/react-query'
import type { Address } from '#contract/cart.ts'
import { api } from '../api.ts'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { queryKeys } from '../query-keys.ts'

/** The address fields of the shop's country. */
export const useAddressForm = () =>
  useQuery({
    queryKey: queryKeys.phoneForm,
    queryFn: async ({ signal }) => (await api.adminOrders.phoneForm({}, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

type Props = {
  errorsOf: (name: string) => string[] | undefined
  /** Fields that are entered elsewhere. */
  without?: readonly string[]
  values?: Partial<Address>
}

/** Fields of an address, named by column. */
export function AddressEntries({ errorsOf, without = [], values = {} }: Props) {
  const form = useAddressForm()
  return form?.fields
    .filter(({ column_name }) => column_name !== 'country_id' && !without.includes(column_name))
    .map(({ column_name, label, is_required, options }) => {
      const shared = {
        label: is_required ? label : `${label} (optional)`,
        name: column_name,
        errors: errorsOf(column_name),
        defaultValue: String(values[column_name as keyof Address] ?? ''),
      }
      return options ? (
        <EntrySelect key={column_name} {...shared}>
          <option value="">Choose</option>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </EntrySelect>
      ) : (
        <EntryField key={column_name} {...shared} autoComplete="off" />
      )
    })
}
