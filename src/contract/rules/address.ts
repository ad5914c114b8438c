import { tidyGstin } from './gstin.ts'
import { ownValue } from './own-value.ts'
import { invalidPhone, normalisePhone, type PhoneRule } from './phone.ts'

/** The fields of a country (`settings/countries`) that addresses need. */
export type AddressCountry = PhoneRule & {
  postcode_pattern: string
  states: readonly { id: number; name: string }[]
}

/** A row of `settings/address-fields`. */
export type AddressRule = {
  column_name: string
  label: string
  is_required: boolean
  max_length: number
  pattern: string | null
}

export const addressTexts = [
  'first_name',
  'last_name',
  'phone',
  'address_line_1',
  'address_line_2',
  'city',
  'postcode',
  'state_name',
  'tax_no',
] as const

export type AddressInput = { state_id: number | null } & Record<(typeof addressTexts)[number], string>

export type FieldErrors = Record<string, string[]>

const notValid = 'This field is not valid'

/**
 * Normalises an address (spaces collapsed, phone as national digits, postcode in the country's format, the
 * state's name from its id) and returns the errors by field, with the messages of spec §5. An empty field is
 * valid here, even a required one: the checkout gate reports it (`missingField`).
 */
export function checkAddress(
  typed: AddressInput,
  country: AddressCountry,
  rules: readonly AddressRule[],
): { address: AddressInput; errors: FieldErrors } {
  const address = { ...typed }
  const errors: FieldErrors = {}
  for (const column of addressTexts) address[column] = tidy(typed[column])

  if (address.phone) {
    const phone = normalisePhone(address.phone, country)
    if (phone === null) errors.phone = [invalidPhone]
    else address.phone = phone
  }
  if (address.postcode) {
    const postcode = normalisePostcode(address.postcode, country.postcode_pattern)
    if (postcode === null) errors.postcode = [notValid]
    else address.postcode = postcode
  }
  if (address.state_id !== null) {
    const state = country.states.find(({ id }) => id === address.state_id)
    if (state) address.state_name = state.name
    else errors.state_id = [notValid]
  } else if (country.states.length > 0) {
    // The country has a list, so the name must be on it.
    const named = country.states.find(({ name }) => name.toLowerCase() === address.state_name.toLowerCase())
    if (named) Object.assign(address, { state_id: named.id, state_name: named.name })
    else address.state_name = ''
  }
  // A tax number belongs to the country that asks for one.
  const asksForTaxNo = rules.some(({ column_name }) => column_name === 'tax_no')
  address.tax_no = asksForTaxNo ? tidyGstin(address.tax_no).replaceAll(' ', '').toUpperCase() : ''
  for (const rule of rules) {
    const text = ownValue<string | number | null>(address, rule.column_name)
    if (typeof text !== 'string' || text === '' || errors[rule.column_name]) continue
    if (text.length > rule.max_length)
      errors[rule.column_name] = [`The value length should not exceed ${rule.max_length}`]
    else if (rule.pattern && !new RegExp(rule.pattern, 'u').test(text)) errors[rule.column_name] = [notValid]
  }
  return { address, errors }
}

/** The postcode in the country's format (`560 001` is 560001 in India), or null when it is invalid. */
export function normalisePostcode(typed: string, pattern: string): string | null {
  const spaced = tidy(typed).toUpperCase()
  const accepted = new RegExp(pattern, 'u')
  return (
    [spaced, spaced.replaceAll(' ', ''), spaced.replaceAll(/[ -]/g, '')].find((text) =>
      accepted.test(text),
    ) ?? null
  )
}

/** One line, single spaces, no control characters. */
const tidy = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
