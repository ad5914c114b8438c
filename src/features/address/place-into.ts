import type { PostcodePlace } from '#contract/storefront.ts'
import type { Part, Values } from './address-values.ts'

/** A postcode that was asked about, and where it is. `filled`: the city that an earlier one has filled in, or ''. */
export type KnownPlace = { part: Part; postcode: string; place: PostcodePlace; filled: string }

/**
 * What a postcode's place fills in, as a change to the form's values: the state, and the city unless the shopper has typed one.
 * Nothing when the postcode is another one by now. Both can be changed again. UX, "Checkout: address" 1.
 */
export function placeInto(
  values: Values,
  { part, postcode, place, filled }: KnownPlace,
): Record<string, string> {
  if (values[`${part}.postcode`] !== postcode) return {}
  const city = values[`${part}.city`]?.trim() ?? ''
  return {
    ...(place.state_id !== null ? { [`${part}.state_id`]: String(place.state_id) } : {}),
    ...(place.city !== null && (city === '' || city === filled) ? { [`${part}.city`]: place.city } : {}),
  }
}
