import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a token of an order is for: one made for one purpose opens nothing else. */
export type TokenPurpose = 'complete' | 'track'

/** Proves that its holder may see the order. Nothing of it is stored: the same order always has the same token. Decisions §3. */
export const orderToken = (secret: string, orderId: number, purpose: TokenPurpose): string =>
  createHmac('sha256', secret).update(`order:${purpose}:${orderId}`).digest('base64url')

/** Compares in constant time, so that a token cannot be guessed byte by byte. */
export function isOrderToken(secret: string, orderId: number, purpose: TokenPurpose, given: string): boolean {
  const expected = Buffer.from(orderToken(secret, orderId, purpose))
  const offered = Buffer.from(given)
  return offered.length === expected.length && timingSafeEqual(offered, expected)
}
