import { normalisePhone, type PhoneRule } from '#contract/rules/phone.ts'

/** Keys that a numeric field would take and a phone number has no use for. Spec §5, mobile input. */
const blocked = new Set(['e', 'E', '+', '-', '.'])

export const blockedKey = ({ key }: { key: string }) => blocked.has(key)

/** What the field holds after typing or pasting: digits only, cut to the country's length; a pasted `+91…` loses its code. */
export function typedPhone(text: string, rule: PhoneRule): string {
  const known = normalisePhone(text, rule)
  return known ?? text.replace(/\D/g, '').slice(0, rule.mobile_number_length)
}
