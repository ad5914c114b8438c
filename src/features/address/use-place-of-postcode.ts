import { useRef } from 'react'
import { checkoutApi } from '#client/checkout-api.ts'
import type { Country } from '#contract/storefront.ts'
import type { Part, Values } from './address-values.ts'
import { type KnownPlace, placeInto } from './place-into.ts'

type Form = {
  /** As they are now. */
  values: Values
  countries: readonly Country[]
  /** Puts the change over the values as they are then. */
  fill: (change: (now: Values) => Values) => void
}

/** Tells city and state of a postcode once all of it is typed. To be told of every change of a field. */
export function usePlaceOfPostcode({ values, countries, fill }: Form) {
  const filled = useRef<Partial<Record<Part, string>>>({})
  return async (name: string, value: string) => {
    const [part, column] = name.split('.') as [Part, string]
    const country = countries.find(({ id }) => String(id) === values[`${part}.country_id`])
    if (column !== 'postcode' || !country?.postcode_pattern) return
    if (!new RegExp(country.postcode_pattern).test(value.replace(/\s/g, ''))) return
    const reply = await checkoutApi.settings.postcode(
      { country: country.id, postcode: value },
      { silent: true },
    )
    if (reply.status === 'error') return
    const known: KnownPlace = { part, postcode: value, place: reply.data, filled: filled.current[part] ?? '' }
    if (reply.data.city) filled.current[part] = reply.data.city
    fill((now) => ({ ...now, ...placeInto(now, known) }))
  }
}
