import { ownValue } from './own-value.ts'

/** The phone number format of a country or channel. */
export type PhoneRule = { mobile_code: string; mobile_number_length: number }

/** Countries whose numbers differ in length, with the fewest digits: the country's length is then the greatest, and no number begins with 0. */
const shortest: Readonly<Record<string, number>> = { '+49': 6 }

/** Spec §8. */
export const invalidPhone = 'Invalid phone number'

/**
 * The national digits of a phone number: spaces, dashes, brackets, the country's code (`+91`, `0091`, `91`)
 * and a leading 0 are dropped. Null when the rest does not have the country's length. Spec §5, decisions §6.
 */
export function normalisePhone(typed: string, { mobile_code, mobile_number_length }: PhoneRule) {
  const compact = typed.replace(/[\s().\-\u2010-\u2015]/g, '')
  if (!/^\+?\d+$/.test(compact)) return null
  const code = mobile_code.replace(/\D/g, '')
  const digits = withoutCode(compact, code, mobile_number_length)
  const least = ownValue(shortest, mobile_code) ?? mobile_number_length
  const isVaried = least < mobile_number_length
  const national = isVaried || digits.length > mobile_number_length ? digits.replace(/^0/, '') : digits
  return national.length >= least && national.length <= mobile_number_length ? national : null
}

function withoutCode(compact: string, code: string, length: number): string {
  if (compact.startsWith('+')) return compact.startsWith(`+${code}`) ? compact.slice(code.length + 1) : ''
  if (compact.length > length && compact.startsWith(`00${code}`)) return compact.slice(code.length + 2)
  // A bare code is dropped only when a whole number follows: 9198765432 is itself a number of ten digits.
  if (compact.length >= length + code.length && compact.startsWith(code)) return compact.slice(code.length)
  return compact
}
