import type { Country } from '#contract/storefront.ts'

/** As many characters as tell a state; fewer are the beginning of several. */
const ENOUGH = 2

type Countries = readonly {
  id: number
  states: readonly Pick<Country['states'][number], 'id' | 'postcode_prefixes'>[]
}[]

/**
 * The state that a postcode belongs to, as a change to the form's values, when it is the postcode that changed and the state is
 * known: the longest beginning wins. What the shopper chose can be chosen again. UX, "Checkout: address" 1.
 */
export function stateFor(
  name: string,
  postcode: string,
  values: Readonly<Record<string, string>>,
  countries: Countries,
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
