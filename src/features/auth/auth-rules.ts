import * as limits from '#contract/limits.ts'
import { invalidEmail, isEmail } from '#contract/rules/email.ts'
import { invalidPhone } from '#contract/rules/phone.ts'

/** The error of a field, in the spec's wording (§5); null when it is valid. */
export type Rule = (value: string) => string | null

const isRequired = 'This field is required'

export const required: Rule = (value) => (value.trim() === '' ? isRequired : null)

export const email: Rule = (value) => required(value) ?? (isEmail(value.trim()) ? null : invalidEmail)

/** A number of the country's own length. */
export const phoneOf =
  (length: number): Rule =>
  (value) =>
    required(value) ?? (value.length === length && /^\d+$/.test(value) ? null : invalidPhone)

/** The forms that send an OTP require ten digits in every country (decisions §6). */
export const otpPhone = phoneOf(limits.phoneDigits)

export const otp: Rule = (value) => {
  if (value === '') return 'The OTP is required'
  return value.length < limits.otpLength ? `The value length should be at least ${limits.otpLength}` : null
}

/** Six characters are the only hard rule; the meter is advice (decisions §6). */
export const newPassword: Rule = (value) => {
  if (value === '') return isRequired
  if (value.length < limits.passwordMinLength)
    return `The value length should be at least ${limits.passwordMinLength}`
  return value.length > 256 ? 'The value length should not exceed 256' : null
}
