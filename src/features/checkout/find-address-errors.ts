import { invalidEmail, isEmail } from '#contract/rules/email.ts'
import { invalidPhone, normalisePhone } from '#contract/rules/phone.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { type Part, type Values, visibleFields } from '#features/address/address-values.ts'
import { type Errors, findPartErrors } from '#features/address/find-part-errors.ts'
import { isSame, needsPhone } from './step-values.ts'

/** Requirements of the address step. Fields and countries by the country's id. */
export type AddressDemands = {
  isSmsMandatory: boolean
  isEmailMandatory: boolean
  countries: readonly Country[]
  fields: Readonly<Record<number, readonly AddressField[]>>
}

/** Errors that block the address step, in the order of its fields. */
export function findAddressErrors(values: Values, demands: AddressDemands): Errors {
  const parts: Part[] = isSame(values) ? ['shipping'] : ['shipping', 'billing']
  const errors = Object.assign(
    findContactErrors(values, demands),
    ...parts.map((part) => {
      const country = countryOf(part, values, demands)
      return findPartErrors(part, values, country, visibleFields(demands.fields[country?.id ?? 0] ?? []))
    }),
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

const countryOf = (part: Part, values: Values, { countries }: AddressDemands) =>
  countries.find(({ id }) => id === Number(values[`${part}.country_id`]))
