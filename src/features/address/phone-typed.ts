import { normalisePhone, type PhoneRule } from '#contract/rules/phone.ts'

/** Keys that a field for digits has no use for. Spec §5, mobile input. */
export const blockedPhoneKeys: readonly string[] = ['e', 'E', '+', '-', '.']

/** What the field keeps of what was typed, pasted or filled in: digits, at most as many as the country's numbers have. */
export const phoneTyped = (text: string, rule: PhoneRule): string =>
  normalisePhone(text, rule) ?? text.replace(/\D/g, '').slice(0, rule.mobile_number_length)
