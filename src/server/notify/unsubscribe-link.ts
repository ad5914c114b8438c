import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'

type LinkConfig = Pick<Config, 'storeUrl' | 'tokenSecret'>

/** Addresses of mail are told apart as they are kept: in small letters. */
const kept = (email: string) => email.trim().toLowerCase()

const signatureOf = (secret: string, email: string) =>
  createHmac('sha256', secret)
    .update(`unsubscribe:${kept(email)}`)
    .digest('base64url')

/** Where whoever has a mail refuses any more like it: without logging in, and for as long as the mail lies about. ADR 0017. */
export const unsubscribeUrl = ({ storeUrl, tokenSecret }: LinkConfig, email: string): string =>
  `${storeUrl}/unsubscribe?${new URLSearchParams({ email: kept(email), token: signatureOf(tokenSecret, email) })}`

/** Compares in constant time. */
export function isUnsubscribeToken(secret: string, email: string, token: string): boolean {
  const expected = Buffer.from(signatureOf(secret, email))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
