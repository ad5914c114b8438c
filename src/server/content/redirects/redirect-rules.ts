import type { Db } from '#server/platform/kernel/context.ts'

/** `exact`: the path alone. `prefix`: the path and everything below it, which is appended to the target. */
export type RedirectMatch = 'exact' | 'prefix'

export type RedirectRule = {
  from_path: string
  to_path: string
  code: number
  is_external: boolean
  match: RedirectMatch
}

export type FoundRedirect = { location: string; status: number; rule: RedirectRule }

export type RedirectRules = {
  /** The target of a path (as it is in the URL), with its query (`?…` or empty) preserved. */
  find(pathname: string, search: string): FoundRedirect | undefined
}

/** All redirects of the shop, which are matched before any page. Decisions §6 "Redirect rule record". */
export const readRedirectRules = async (db: Db): Promise<RedirectRules> =>
  createRedirectRules(await selectRules(db))

export const selectRules = (db: Db): Promise<RedirectRule[]> =>
  db
    .selectFrom('redirects')
    .select(['from_path', 'to_path', 'code', 'is_external', 'match'])
    .orderBy('from_path')
    .execute()

/**
 * An exact rule precedes a prefix, and a longer prefix a shorter one. A rule whose target is not a URL, or is the rule's
 * own path, is left out: it can only do harm.
 */
export function createRedirectRules(rules: readonly RedirectRule[]): RedirectRules {
  const exact = new Map<string, RedirectRule>()
  const prefixes = new Map<string, RedirectRule>()
  for (const rule of rules)
    if (isSound(rule)) (rule.match === 'prefix' ? prefixes : exact).set(plainPath(rule.from_path), rule)

  function findRule(path: string): { rule: RedirectRule; rest: string } | undefined {
    const rule = exact.get(path)
    if (rule) return { rule, rest: '' }
    if (prefixes.size === 0) return undefined
    for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) {
      const prefix = prefixes.get(path.slice(0, at))
      if (prefix) return { rule: prefix, rest: path.slice(at) }
    }
    const root = prefixes.get('/')
    return root && { rule: root, rest: path === '/' ? '' : path }
  }

  return {
    find(pathname, search) {
      if (exact.size === 0 && prefixes.size === 0) return undefined
      const found = findRule(plainPath(pathname))
      if (!found) return undefined
      const { rule, rest } = found
      return { location: locationOf(rule, rest, search), status: rule.code, rule }
    },
  }
}

/** A placeholder for the shop, whose own URL does not matter here. */
const BASE = 'http://shop.invalid'

function isSound({ from_path, to_path, is_external, match }: RedirectRule) {
  if (!URL.canParse(to_path, BASE)) return false
  const target = new URL(to_path, BASE)
  if (is_external) return /^https?:\/\//.test(to_path) && !target.username && !target.password
  if (!to_path.startsWith('/') || target.origin !== BASE) return false
  return !covers({ from_path, match }, target.pathname)
}

/** Whether the rule applies to the path. */
export function covers({ from_path, match }: Pick<RedirectRule, 'from_path' | 'match'>, pathname: string) {
  const [from, path] = [plainPath(from_path), plainPath(pathname)]
  if (from === path) return true
  return match === 'prefix' && path.startsWith(from === '/' ? '/' : `${from}/`)
}

/** The target with the rest of a prefix behind its path; its own query first, then the visitor's. */
function locationOf({ to_path }: RedirectRule, rest: string, search: string) {
  const target = new URL(to_path, BASE)
  // Single slashes: a browser reads `//name` in a Location as another host.
  const pathname = `${target.pathname}${rest && encodeURI(rest)}`.replace(/[/\\]+/g, '/')
  const query = [target.search, search].map((one) => one.replace('?', '')).filter(Boolean)
  const tail = `${pathname}${query.length > 0 ? `?${query.join('&')}` : ''}${target.hash}`
  return target.origin === BASE ? tail : `${target.origin}${tail}`
}

/** `/Caf%C3%A9/` and `/Café` are the same path. Upper and lower case differ. */
export function plainPath(pathname: string) {
  const path = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, '') || '/' : pathname
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
