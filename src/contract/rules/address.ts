import { invalidPhone, normalisePhone, type PhoneRule } from './phone.ts'

/** A country as `settings/countries` has it, as far as an address needs it. */
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
] as const

export type AddressInput = { state_id: number | null } & Record<(typeof addressTexts)[number], string>

export type FieldErrors = Record<string, string[]>

const notValid = 'This field is not valid'

/**
 * Brings an address into the form it is kept in (blanks collapsed, phone as national digits, postcode as the country writes
 * it, the state's name beside its id) and says what is wrong with it, by field, in the words of spec §5.
 * An empty field is not wrong here, even a required one: the checkout gate tells (`missingField`).
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
    // the country has a list, so the name alone is only good when it is on the list
    const named = country.states.find(({ name }) => name.toLowerCase() === address.state_name.toLowerCase())
    if (named) Object.assign(address, { state_id: named.id, state_name: named.name })
    else address.state_name = ''
  }
  for (const rule of rules) {
    const text = (address as Record<string, unknown>)[rule.column_name]
    if (typeof text !== 'string' || text === '' || errors[rule.column_name]) continue
    if (text.length > rule.max_length)
      errors[rule.column_name] = [`The value length should not exceed ${rule.max_length}`]
    else if (rule.pattern && !new RegExp(rule.pattern, 'u').test(text)) errors[rule.column_name] = [notValid]
  }
  return { address, errors }
}

/** The postcode as the country writes it (`560 001` is 560001 in India), or null when it cannot be one. */
export function normalisePostcode(typed: string, pattern: string): string | null {
  const spaced = tidy(typed).toUpperCase()
  const accepted = new RegExp(pattern, 'u')
  return (
    [spaced, spaced.replaceAll(' ', ''), spaced.replaceAll(/[ -]/g, '')].find((text) =>
      accepted.test(text),
    ) ?? null
  )
}

/** One line, single blanks, no control characters. */
const tidy = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
