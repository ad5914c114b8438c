import type { Country } from '#contract/storefront.ts'

/** Shorter prefixes match several states. */
const ENOUGH = 2

export type CountryStates = readonly {
  id: number
  states: readonly Pick<Country['states'][number], 'id' | 'postcode_prefixes'>[]
}[]

/**
 * The state of a changed postcode, as a change to the form's values: the longest prefix wins. The shopper can
 * still choose another one. UX, "Checkout: address" 1.
 */
export function stateFor(
  name: string,
  postcode: string,
  values: Readonly<Record<string, string>>,
  countries: CountryStates,
): Record<string, string> {
  const [part, column] = name.split('.')
  const typed = postcode.replace(/\s/g, '')
  if (column !== 'postcode' || typed.length < ENOUGH) return {}
  const country = countries.find(({ id }) => String(id) === values[`${part}.country_id`])
  const known = (country?.states ?? [])
    .flatMap(({ id, postcode_prefixes }) => (postcode_prefixes ?? []).map((prefix) => ({ id, prefix })))
    .filter(({ prefix }) => prefix.length >= ENOUGH && typed.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0]
  return known ? { [`${part}.state_id`]: String(known.id) } : {}
}
