import { normalisePhone, type PhoneRule } from '#contract/rules/phone.ts'

/** Keys that a numeric field accepts and a phone number does not contain. Spec §5, mobile input. */
const blockedKeys: readonly string[] = ['e', 'E', '+', '-', '.']

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a phone field ignores this key. Shortcuts such as Ctrl and minus are left to the browser. */
export const isBlockedPhoneKey = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  !ctrlKey && !metaKey && !altKey && blockedKeys.includes(key)

/** The value of a phone field after typing, pasting or autofill: digits only, cut to the length of the country's numbers. */
export const phoneDigits = (text: string, rule: PhoneRule): string =>
  normalisePhone(text, rule) ?? text.replace(/\D/g, '').slice(0, rule.mobile_number_length)
