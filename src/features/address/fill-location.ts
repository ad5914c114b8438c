import type { PostcodeLocation } from '#contract/storefront.ts'
import type { Part, Values } from './address-values.ts'

/** A postcode with its location. `filled`: the city that an earlier one has filled in, or ''. */
export type KnownLocation = { part: Part; postcode: string; location: PostcodeLocation; filled: string }

/**
 * The state and city of a postcode as a change to the form's values; a typed city stays. Nothing when the
 * postcode has changed since. `isTyping`: the city's field has the focus. UX, "Checkout: address" 1.
 */
export function fillLocation(
  values: Values,
  { part, postcode, location, filled }: KnownLocation,
  { isTyping = false } = {},
): Record<string, string> {
  if (values[`${part}.postcode`] !== postcode) return {}
  const city = values[`${part}.city`]?.trim() ?? ''
  return {
    ...(location.state_id !== null ? { [`${part}.state_id`]: String(location.state_id) } : {}),
    ...(location.city !== null && !isTyping && (city === '' || city === filled)
      ? { [`${part}.city`]: location.city }
      : {}),
  }
}
