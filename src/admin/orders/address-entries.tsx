import type { addressTexts } from '#contract/rules/address.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { entry } from '../parts/read-entries.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'

/** The address fields of the shop's country. */
export const useAddressForm = () =>
  useAnswer(queryKeys.phoneForm, (signal) => api.adminOrders.phoneForm({}, signal), {
    staleTime: Number.POSITIVE_INFINITY,
  }).data

/** How `readEntries` reads the fields of `AddressEntries`; a text that the country does not ask for is the one before. */
export const addressEntries = <Before,>(before: (name: RequiredText) => Before) => ({
  first_name: entry.textOr(before('first_name')),
  last_name: entry.textOr(before('last_name')),
  phone: entry.textOr(before('phone')),
  address_line_1: entry.textOr(before('address_line_1')),
  address_line_2: entry.textOr(before('address_line_2')),
  city: entry.textOr(before('city')),
  postcode: entry.textOr(before('postcode')),
  tax_no: entry.textOr(undefined),
  state_name: entry.textOr(undefined),
  state_id: entry.optionalNumber,
})
type RequiredText = Exclude<(typeof addressTexts)[number], 'tax_no' | 'state_name'>

type Props = {
  errorsOf: (name: string) => string[] | undefined
  /** Fields that are entered elsewhere. */
  without?: readonly string[]
  values?: Readonly<Record<string, unknown>>
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
        defaultValue: String(ownValue(values, column_name) ?? ''),
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
