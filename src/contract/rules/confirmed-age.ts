import type { Failure } from '../envelope.ts'
import { isRecord } from './own-value.ts'

/** The age that this browser has confirmed, until it closes. ADR 0033. */
export const ageCookieName = 'confirmed_age'

/** The largest that a product may ask for. */
export const MAX_AGE = 99

/** What carts and orders say of an item that is sold to people of this age only; none without. */
export const ageFields = (least: number | null) =>
  least === null ? [] : [{ label: 'Age', value: `From ${least} years, checked at delivery` }]

/** The age that a buyer of all of them must have; 0 for any. */
export const smallestAge = (items: readonly { min_age?: number | null }[]) =>
  Math.max(0, ...items.map(({ min_age }) => min_age ?? 0))

/** The age in the value of the cookie; 0 without one, and for anything else. */
export const confirmedAge = (value = ''): number => (/^\d{1,2}$/.test(value) ? Number(value) : 0)

/** The age that a refusal asks for; undefined for any other one. */
export function askedAge({ code, payload }: Pick<Failure, 'code' | 'payload'>): number | undefined {
  if (code !== 'AGE_UNCONFIRMED' || !isRecord(payload)) return undefined
  return typeof payload.min_age === 'number' ? payload.min_age : undefined
}
