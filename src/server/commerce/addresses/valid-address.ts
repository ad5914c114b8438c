import { type AddressInput, addressTexts, checkAddress, type FieldErrors } from '#contract/rules/address.ts'
import { missingFields } from '#contract/rules/checkout-gate.ts'
import { validationMessages as messages } from '#contract/rules/validation-messages.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type AddressRules, findAddressRules } from './address-rules.ts'

export type AddressType = 'Shipping' | 'Billing'

/** Unvalidated input; fields not given are empty. */
export type GivenAddress = { [Column in keyof AddressInput]?: AddressInput[Column] | undefined } & {
  country_id: number
}

export type ValidAddress = AddressInput & { country_id: number }

/**
 * Normalises an address. The checkout gate checks for missing required fields.
 * @throws 422 by field for wrong formats, unknown states and countries
 */
export async function requireValidAddress(db: Db | Tx, given: GivenAddress): Promise<ValidAddress> {
  const { address, errors } = check(given, await requireRules(db, given))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return address
}

/**
 * The same for the address book, where all fields the country requires must be filled.
 * @throws 422 by field; an empty one with the message of forms (spec §5)
 */
export async function requireWholeAddress(db: Db | Tx, given: GivenAddress): Promise<ValidAddress> {
  const rules = await requireRules(db, given)
  const { address, errors } = check(given, rules)
  for (const { column_name } of missingFields(address, rules.fields))
    errors[column_name] ??= [messages.required]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return address
}

async function requireRules(db: Db | Tx, { country_id }: GivenAddress): Promise<AddressRules> {
  const rules = await findAddressRules(db, country_id)
  if (!rules) throw invalid({ country_id: ['This field is not valid'] })
  return rules
}

function check(given: GivenAddress, rules: AddressRules): { address: ValidAddress; errors: FieldErrors } {
  const texts = Object.fromEntries(addressTexts.map((column) => [column, given[column] ?? '']))
  const typed = { ...texts, state_id: given.state_id ?? null } as AddressInput
  const { address, errors } = checkAddress(typed, rules, rules.fields)
  return { address: { ...address, country_id: given.country_id }, errors }
}
