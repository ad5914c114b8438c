import { checkAddress } from '#contract/rules/address.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { addressInput, type Part, type Values } from './address-values.ts'

/** Error messages by field name. */
export type Errors = Readonly<Record<string, string>>

/**
 * The errors of an address, in the order of its fields. Empty ones have the gate's message (spec §5) unless another is given,
 * others advice; the server checks the same rules again. `fields`: the visible ones.
 */
export function findPartErrors(
  part: Part,
  values: Values,
  country: Country | undefined,
  fields: readonly AddressField[],
  emptyMessage = (label: string) => `${label} is empty`,
): Record<string, string> {
  if (!country) return { [`${part}.country_id`]: emptyMessage('Country') }
  const { errors } = checkAddress(addressInput(values, part), country, fields)
  const found: Record<string, string> = {}
  for (const field of fields) {
    const name = `${part}.${field.column_name}`
    const value = values[name]?.trim() ?? ''
    const wrong = errors[field.column_name]?.[0]
    if (!value && field.is_required) found[name] = emptyMessage(field.label)
    else if (value && wrong) found[name] = field.column_name === 'postcode' ? aboutCode(field, value) : wrong
  }
  return found
}

/** The error of a code with a fixed number of digits, if its pattern shows that it is one. */
function aboutCode({ label, max_length, pattern }: AddressField, value: string): string {
  const isOfDigits = pattern !== null && /^[\^$0-9[\]{}\-\\d]+$/.test(pattern)
  if (!isOfDigits) return `${label} does not look right`
  const digits = value.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return `${label} has digits only`
  if (digits.length !== max_length) return `${label} has ${max_length} digits, this has ${digits.length}`
  return `${label} ${digits} does not exist`
}
