import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { isSignedFor, signFor } from '#server/platform/config/sign-for.ts'
import type { CookieToSet } from '#server/platform/kernel/context.ts'

/** Proves that the visitor has entered the store's password. Decisions §1.7. */
export const storeAccessCookieName = 'storefront_access'

const HOURS_24 = 86_400

/** Valid for 24 hours, and only as long as the password is the same. */
export function storeAccessCookie(
  config: SigningSecrets,
  passwordKey: string,
  now = Date.now(),
): CookieToSet {
  const expires = Math.floor(now / 1_000) + HOURS_24
  return {
    name: storeAccessCookieName,
    value: `${expires}.${signFor(config, 'store access', textOf(expires, passwordKey))}`,
    maxAgeSeconds: HOURS_24,
    isHttpOnly: true,
    isHostOnly: true,
  }
}

/** Whether the cookie's value gives access while this is the password. */
export function hasStoreAccess(
  config: SigningSecrets,
  value: string | undefined,
  passwordKey: string,
  now = Date.now(),
): boolean {
  const [, expires, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (expires === undefined || signature === undefined || Number(expires) * 1_000 <= now) return false
  return isSignedFor(config, 'store access', { text: textOf(Number(expires), passwordKey), signature })
}

const textOf = (expires: number, passwordKey: string) => `store access\n${expires}\n${passwordKey}`
