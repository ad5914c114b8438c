import { createHmac, timingSafeEqual } from 'node:crypto'

/** Verifies Razorpay's signature (HMAC-SHA256 in hex) like its own client, but in constant time. */
export function isSignedWith(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
