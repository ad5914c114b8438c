import type { Address } from '#contract/cart.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { AddressField } from '#contract/storefront.ts'

/** A form's values by field name: `shipping.postcode`, `billing.state_id` … */
export type Values = Readonly<Record<string, string>>

export type Part = 'shipping' | 'billing'

const columns = [
  'first_name',
  'last_name',
  'postcode',
  'address_line_1',
  'address_line_2',
  'city',
  'phone',
  'tax_no',
] as const

/**
 * The fields of an address, empty ones of the country without an address. `address_id`: the id of the saved
 * address, or ''.
 */
export function partOf(part: Part, address: Address | null, defaultCountryId: number): Values {
  const values: Record<string, string> = {
    [`${part}.address_id`]: address?.address_id ? String(address.address_id) : '',
    [`${part}.country_id`]: String(address?.country_id ?? defaultCountryId),
    [`${part}.state_id`]: address?.state_id ? String(address.state_id) : '',
    [`${part}.state_name`]: address?.state_name ?? '',
  }
  for (const column of columns) values[`${part}.${column}`] = address?.[column] ?? ''
  return values
}

/**
 * The fields in the order they are filled: the postcode before the street, because it fills in other fields. A country
 * whose form has it after the city, such as the United States, keeps its order.
 */
export function orderedFields(fields: readonly AddressField[]): AddressField[] {
  const at = (column: string) => fields.findIndex(({ column_name }) => column_name === column)
  const postcode = fields[at('postcode')]
  const street = at('address_line_1')
  const isLate = at('city') >= 0 && at('city') < at('postcode')
  if (!postcode || street < 0 || at('postcode') < street || isLate) return [...fields]
  return fields.filter((field) => field !== postcode).toSpliced(street, 0, postcode)
}

/** Without the phone field where the contact's phone is part of the same form: that number is used for the address. */
export const visibleFields = (fields: readonly AddressField[]): AddressField[] =>
  orderedFields(fields.filter(({ column_name }) => column_name !== 'phone'))

/** A part of the values as the API's address input. */
export function addressInput(values: Values, part: Part) {
  const text = (column: string) => ownValue(values, `${part}.${column}`)?.trim() ?? ''
  return {
    country_id: Number(text('country_id')),
    state_id: text('state_id') ? Number(text('state_id')) : null,
    state_name: text('state_name'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    postcode: text('postcode'),
    address_line_1: text('address_line_1'),
    address_line_2: text('address_line_2'),
    city: text('city'),
    phone: text('phone'),
    tax_no: text('tax_no'),
  }
}
