/** Where a login leads without another target (spec §4). */
export const defaultTarget = '/account'

/**
 * The target after a login: the requested one when it is a page of this shop, `/account` otherwise. Decodes
 * once, as the spec requires; a target that URL parsers interpret differently is refused. Security §7.
 */
export function redirectTarget(requested: string | null | undefined): string {
  if (!requested || requested.length > 2_048) return defaultTarget
  const decoded = decode(requested)
  if (decoded === null || isAmbiguous(requested) || isAmbiguous(decoded)) return defaultTarget
  if (!/^\/(?!\/)/.test(decoded)) return defaultTarget
  const base = 'https://store.invalid'
  if (!URL.canParse(decoded, base)) return defaultTarget
  const { origin, username, password, pathname, search, hash } = new URL(decoded, base)
  if (origin !== base || username || password || pathname.startsWith('//')) return defaultTarget
  if (isClosed(pathname)) return defaultTarget
  return pathname + search + hash
}

/** The same for a path that is already decoded, where a `%` is literal. Without a path, `instead`. */
export const targetOf = (path: string | null | undefined, instead: string = defaultTarget): string =>
  path ? redirectTarget(encodeURIComponent(path)) : instead

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Control characters, spaces and backslashes are dropped or replaced by some URL parsers. */
const isAmbiguous = (text: string) => /[\s\p{Cc}\p{Cf}\\]/u.test(text)

/**
 * Not pages: the API, the admin's, and paths that would end the new session. Repeated encoding does not
 * bypass the check.
 */
function isClosed(pathname: string) {
  const plain = (decode(pathname) ?? '/api').toLowerCase()
  if (isAmbiguous(plain) || plain.startsWith('//')) return true
  return /^\/(api|admin|logout)(\/|$)/.test(plain)
}
