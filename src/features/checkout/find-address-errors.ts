import { checkAddress } from '#contract/rules/address.ts'
import { invalidEmail, isEmail } from '#contract/rules/email.ts'
import { invalidPhone, normalisePhone } from '#contract/rules/phone.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { addressInput, askedFields, isSame, needsPhone, type Part, type Values } from './address-values.ts'

/** What the address step must satisfy. Fields and countries by the country's id. */
export type AddressDemands = {
  isSmsMandatory: boolean
  isEmailMandatory: boolean
  countries: readonly Country[]
  fields: Readonly<Record<number, readonly AddressField[]>>
}

/** What is wrong, by the field's name. */
export type Errors = Readonly<Record<string, string>>

/**
 * What keeps the address step from going on, in the order of its fields. Empty fields in the gate's words (spec §5), wrong
 * ones in words that help; the server checks the same rules again.
 */
export function findAddressErrors(values: Values, demands: AddressDemands): Errors {
  const parts: Part[] = isSame(values) ? ['shipping'] : ['shipping', 'billing']
  const errors = Object.assign(
    findContactErrors(values, demands),
    ...parts.map((part) => findPart(part, values, demands)),
  )
  return errors
}

function findContactErrors(values: Values, demands: AddressDemands): Record<string, string> {
  const phone = values['contact.phone']?.trim() ?? ''
  const email = values['contact.email']?.trim() ?? ''
  const country = countryOf('shipping', values, demands)
  const fields = demands.fields[country?.id ?? 0] ?? []
  const errors: Record<string, string> = {}
  if (!phone && needsPhone(demands.isSmsMandatory, fields)) errors['contact.phone'] = 'Phone No is empty'
  if (phone && country && normalisePhone(phone, country) === null) errors['contact.phone'] = invalidPhone
  if (!email && demands.isEmailMandatory) errors['contact.email'] = 'Email address is empty'
  if (email && !isEmail(email)) errors['contact.email'] = invalidEmail
  return errors
}

function findPart(part: Part, values: Values, demands: AddressDemands): Record<string, string> {
  const country = countryOf(part, values, demands)
  if (!country) return { [`${part}.country_id`]: 'Country is empty' }
  const fields = askedFields(demands.fields[country.id] ?? [])
  const { errors } = checkAddress({ ...addressInput(values, part), phone: '' }, country, fields)
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

const countryOf = (part: Part, values: Values, { countries }: AddressDemands) =>
  countries.find(({ id }) => id === Number(values[`${part}.country_id`]))

/** What is wrong with a code of so many digits, as far as its pattern shows that it is one. */
function aboutCode({ label, max_length, pattern }: AddressField, value: string): string {
  const isOfDigits = pattern !== null && /^[\^$0-9[\]{}\-\\d]+$/.test(pattern)
  if (!isOfDigits) return `${label} does not look right`
  const digits = value.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return `${label} has digits only`
  if (digits.length !== max_length) return `${label} has ${max_length} digits, this has ${digits.length}`
  return `There is no such ${label.toLowerCase()}`
}
