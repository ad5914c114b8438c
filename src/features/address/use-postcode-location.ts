import { useRef } from 'react'
import { api } from '#client/api.ts'
import * as limits from '#contract/limits.ts'
import type { Country } from '#contract/storefront.ts'
import type { Part, Values } from './address-values.ts'
import { fillLocation, type KnownLocation } from './fill-location.ts'

type Form = {
  /** The current values. */
  values: Values
  countries: readonly Country[]
  /** Applies the change to the values at that time. */
  fill: (change: (now: Values) => Values) => void
}

/**
 * Looks up city and state of a postcode once it is complete. Call the returned function on every change of a field. While the
 * city's field has the focus it stays as it is: a city filled in under the cursor would be joined with what is typed.
 */
export function usePostcodeLocation({ values, countries, fill }: Form) {
  const filled = useRef<Partial<Record<Part, string>>>({})
  const latest = useRef(0)
  return async (name: string, value: string) => {
    const [part, column] = name.split('.') as [Part, string]
    const country = countries.find(({ id }) => String(id) === values[`${part}.country_id`])
    if (column !== 'postcode' || !country?.postcode_pattern) return
    latest.current += 1
    const change = latest.current
    if (!new RegExp(country.postcode_pattern).test(value.replace(/\s/g, ''))) return
    await new Promise((resolve) => setTimeout(resolve, limits.asyncValidationDebounce))
    if (change !== latest.current) return
    const reply = await api.settings.postcode({ country: country.id, postcode: value }, { silent: true })
    // A later change has its own reply.
    if (reply.status === 'error' || change !== latest.current) return
    const known: KnownLocation = {
      part,
      postcode: value,
      location: reply.data,
      filled: filled.current[part] ?? '',
    }
    if (reply.data.city) filled.current[part] = reply.data.city
    const apply = (isTyping: boolean) =>
      fill((now) => ({ ...now, ...fillLocation(now, known, { isTyping }) }))
    const city = document.getElementById(`${part}.city`)
    const isTyping = city !== null && city === document.activeElement
    apply(isTyping)
    if (isTyping) city.addEventListener('blur', () => apply(false), { once: true })
  }
}
