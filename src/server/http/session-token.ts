import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes (decisions §1.3). What is stored of it is its hash, so that nobody who reads the database can use it. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text)
