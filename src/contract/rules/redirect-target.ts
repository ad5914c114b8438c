/** Where a login leads when nothing else was asked for (spec §4). */
export const defaultTarget = '/account'

/**
 * Where to go after a login: the wish when it is a page of this shop, `/account` otherwise. Decodes once, as the spec has it;
 * whatever two readers of an address could take for different places is refused. Security §7.
 */
export function redirectTarget(wish: string | null | undefined): string {
  if (!wish || wish.length > 2_048) return defaultTarget
  const decoded = decode(wish)
  if (decoded === null || isAmbiguous(wish) || isAmbiguous(decoded)) return defaultTarget
  if (!/^\/(?!\/)/.test(decoded)) return defaultTarget
  const base = 'https://store.invalid'
  if (!URL.canParse(decoded, base)) return defaultTarget
  const { origin, username, password, pathname, search, hash } = new URL(decoded, base)
  if (origin !== base || username || password || pathname.startsWith('//')) return defaultTarget
  if (isClosed(pathname)) return defaultTarget
  return pathname + search + hash
}

/**
 * The same for a path as an address bar or a form has it, decoded already: a `%` of its own stays one. Without a wish, `instead`.
 */
export const targetOf = (path: string | null | undefined, instead: string = defaultTarget): string =>
  path ? redirectTarget(encodeURIComponent(path)) : instead

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Control characters, blanks and backslashes are dropped or turned into something else by one reader or another. */
const isAmbiguous = (text: string) => /[\s\p{Cc}\p{Cf}\\]/u.test(text)

/** Not pages: the API, the admin's, and what would end the session that was just begun. Another layer of encoding hides nothing. */
function isClosed(pathname: string) {
  const plain = (decode(pathname) ?? '/api').toLowerCase()
  if (isAmbiguous(plain) || plain.startsWith('//')) return true
  return /^\/(api|admin|logout)(\/|$)/.test(plain)
}
