import { createHash, randomBytes } from 'node:crypto'
import { plainCode } from './routes.ts'

/** Without characters that are read as others: 32 of them, 5 bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 16

/** A new code of 80 random bits: `7K2M-94XQ-…`. */
export function newCode(): string {
  const characters = [...randomBytes(LENGTH)].map((byte) => alphabet[byte % alphabet.length] ?? '')
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * The hash that is stored. Without the shop's key: no guess reaches 80 random bits, and a replaced or lost key must not make the cards
 * of customers void.
 */
export const hashOfCode = (typed: string): string =>
  createHash('sha256')
    .update(`gift card ${plainCode(typed)}`)
    .digest('base64url')

/** As it is shown after it was issued. */
export const labelOf = (code: string): string => `Gift card •••• ${plainCode(code).slice(-4)}`
