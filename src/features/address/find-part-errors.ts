import { checkAddress } from '#contract/rules/address.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { addressInput, type Part, type Values } from './address-values.ts'

/** What is wrong, by the field's name. */
export type Errors = Readonly<Record<string, string>>

/**
 * What keeps an address from being taken, in the order of its fields. Empty ones in the gate's words (spec §5), wrong ones in
 * words that help; the server checks the same rules again. `fields`: those that are asked for.
 */
export function findPartErrors(
  part: Part,
  values: Values,
  country: Country | undefined,
  fields: readonly AddressField[],
): Record<string, string> {
  if (!country) return { [`${part}.country_id`]: 'Country is empty' }
  const { errors } = checkAddress(addressInput(values, part), country, fields)
  const found: Record<string, string> = {}
  for (const field of fields) {
    const name = `${part}.${field.column_name}`
    const value = values[name]?.trim() ?? ''
    const wrong = errors[field.column_name]?.[0]
    if (!value && field.is_required) found[name] = `${field.label} is empty`
    else if (value && wrong) found[name] = field.column_name === 'postcode' ? aboutCode(field, value) : wrong
  }
  return found
}

/** What is wrong with a code of so many digits, as far as its pattern shows that it is one. */
function aboutCode({ label, max_length, pattern }: AddressField, value: string): string {
  const isOfDigits = pattern !== null && /^[\^$0-9[\]{}\-\\d]+$/.test(pattern)
  if (!isOfDigits) return `${label} does not look right`
  const digits = value.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return `${label} has digits only`
  if (digits.length !== max_length) return `${label} has ${max_length} digits, this has ${digits.length}`
  return `There is no such ${label.toLowerCase()}`
}
