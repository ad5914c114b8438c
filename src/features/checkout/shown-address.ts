import type { Country } from '#contract/storefront.ts'
import { addressInput, type Part, type Values } from '#features/address/address-values.ts'

/** The address that a part of the values is, with its places by name. */
export function shownAddress(values: Values, part: Part, countries: readonly Country[]) {
  const address = addressInput(values, part)
  const country = countries.find(({ id }) => id === address.country_id)
  const state = country?.states.find(({ id }) => id === address.state_id)
  return {
    ...address,
    state_name: state?.name ?? address.state_name,
    country_name: country?.name ?? '',
  }
}
