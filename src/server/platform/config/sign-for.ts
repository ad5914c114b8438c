import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'

/** The secret that signs, and those still accepted while it is being replaced. */
export type SigningSecrets = Pick<Config, 'tokenSecret' | 'previousTokenSecrets'>

/** A signature made for one purpose is invalid for every other. */
export type SigningPurpose =
  | 'order link'
  | 'unsubscribe link'
  | 'email confirmation'
  | 'known device'
  | 'refund photo'
  | 'store access'
  | 'form start'
  | 'form file'
  | 'review vote'
  | 'newsletter confirmation'
  | 'test gateway webhook'
  | 'staff authenticator'
  | 'payout details'
  | 'page preview'
  | 'back office preview'
  | 'product preview'
  | 'fingerprint'
  | 'service keys'
  | 'withdrawal statement'
  | 'gift card code'
  | 'cart link'
  | 'catalog snapshot'

/** Base64url characters of an HMAC-SHA256. */
const FULL_LENGTH = 43

/** HMAC-SHA256 of a text with the purpose's own key, base64url. ADR 0037. */
export const signFor = (
  { tokenSecret }: Pick<SigningSecrets, 'tokenSecret'>,
  purpose: SigningPurpose,
  text: string,
): string => macOf(purposeKey(tokenSecret, purpose), text)

/**
 * Verifies a signature for this purpose in constant time. Accepts signatures of previous secrets, and those made
 * directly with the secret before keys were derived per purpose: their texts begin with the purpose, so none is valid
 * for another.
 *
 * @param length characters of a truncated signature.
 */
export function isSignedFor(
  { tokenSecret, previousTokenSecrets = [] }: SigningSecrets,
  purpose: SigningPurpose,
  { text, signature, length = FULL_LENGTH }: { text: string; signature: string; length?: number },
): boolean {
  const given = Buffer.from(signature)
  const keys = [tokenSecret, ...previousTokenSecrets].flatMap((secret) => [
    purposeKey(secret, purpose),
    secret,
  ])
  // Tries every key, so that the time does not reveal which one matches.
  return (
    keys.filter((key) => {
      const expected = Buffer.from(macOf(key, text).slice(0, length))
      return expected.length === given.length && timingSafeEqual(expected, given)
    }).length > 0
  )
}

const macOf = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

const derivedKeys = new Map<string, Buffer>()

/** HKDF-SHA256 (RFC 5869) of a secret. Cached, as a process has only a few of them. */
export function purposeKey(secret: string, purpose: SigningPurpose): Buffer {
  const name = `${purpose}\n${secret}`
  const known = derivedKeys.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `vitrine ${purpose}`, 32))
  if (derivedKeys.size >= 1_000) derivedKeys.clear()
  derivedKeys.set(name, key)
  return key
}
