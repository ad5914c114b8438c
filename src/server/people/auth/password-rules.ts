import type { Config } from '#server/platform/config/config.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses easily guessed passwords: the customer's email address, and in production also common passwords and
 * those built from the shop's name or the address. The contract checks the length. Decisions §6, security §4.
 *
 * @throws 422 at password
 */
export function requireUncommonPassword(
  { mode }: Pick<Config, 'mode'>,
  password: string,
  { email, storeName }: { email: string | null; storeName: string },
) {
  if (email && password.toLowerCase() === email)
    throw tooEasy('Please choose a password that is not your email address')
  if (mode !== 'production') return
  const own = [email?.split('@')[0] ?? '', storeName].filter((word) => word.length >= 4)
  if (isCommonPassword(password, own))
    throw tooEasy('This password is too easy to guess. Please choose another one')
}

/** @throws 422 at password_confirmation when the two differ. */
export function requireConfirmed(password: string, confirmation: string) {
  if (password !== confirmation)
    throw invalid({ password_confirmation: ['The two passwords are not the same'] })
}

const tooEasy = (message: string) => invalid({ password: [message] })
