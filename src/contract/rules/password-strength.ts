/** 0 empty, 1 weak, 2 medium, 3 strong: the score of the meter (spec §4). */
export type PasswordStrength = 0 | 1 | 2 | 3

/**
 * The estimated strength of a password. Strong: lower case, upper case, digit, symbol and at least 8
 * characters. Medium: those four with at least 6, or lower, upper and symbol with at least 8. Advice only: a
 * weak one is allowed. Spec §5, decisions §6.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 0
  const { length } = [...password]
  const hasThree = /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) && /[^\p{L}\p{N}]/u.test(password)
  const hasFour = hasThree && /\p{Nd}/u.test(password)
  if (hasFour && length >= 8) return 3
  if ((hasFour && length >= 6) || (hasThree && length >= 8)) return 2
  return 1
}
