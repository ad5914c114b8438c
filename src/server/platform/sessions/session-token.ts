import { createHash, randomBytes } from 'node:crypto'

/**
 * 32 random bytes (decisions §1.3). Only the hash is stored, so that database access does not reveal usable
 * tokens.
 */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text)
