import { stringifySetCookie } from 'cookie'
import type { CookieToSet } from './context.ts'

/** The `Set-Cookie` header of a cookie: for the whole shop, never for other sites. Decisions §1.5, §1.7. */
export const setCookieHeader = (
  { name, value, maxAgeSeconds, isHttpOnly, isHostOnly }: CookieToSet,
  { isSecure }: { isSecure: boolean },
) =>
  stringifySetCookie({
    name: isHostOnly && isSecure ? `__Host-${name}` : name,
    value,
    path: '/',
    sameSite: 'lax',
    secure: isSecure,
    httpOnly: isHttpOnly === true,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  })
