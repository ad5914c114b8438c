import type { Db } from './context.ts'

export type RedirectRule = {
  from_path: string
  to_path: string
  code: number
  is_external: boolean
}

export type RedirectRules = {
  /** Where a path (as it is in the address) leads, with its query (`?…` or nothing) kept. */
  find(pathname: string, search: string): { location: string; status: number } | undefined
}

/** The shop's redirects, all of them: they are matched before any page. Decisions §6 "Redirect rule record". */
export const readRedirectRules = async (db: Db): Promise<RedirectRules> =>
  createRedirectRules(
    await db.selectFrom('redirects').select(['from_path', 'to_path', 'code', 'is_external']).execute(),
  )

/** A rule whose target is no address, or is the rule's own path, is left out: it can only do harm. */
export function createRedirectRules(rules: readonly RedirectRule[]): RedirectRules {
  const byPath = new Map<string, RedirectRule>()
  for (const rule of rules) if (isSound(rule)) byPath.set(plain(rule.from_path), rule)
  return {
    find(pathname, search) {
      if (byPath.size === 0) return undefined
      const rule = byPath.get(plain(pathname))
      return rule && { location: withQuery(new URL(rule.to_path, BASE), search), status: rule.code }
    },
  }
}

/** Stands for the shop, whose own address does not matter here. */
const BASE = 'http://shop.invalid'

function isSound({ from_path, to_path, is_external }: RedirectRule) {
  if (!URL.canParse(to_path, BASE)) return false
  const target = new URL(to_path, BASE)
  if (is_external) return /^https?:\/\//.test(to_path) && !target.username && !target.password
  return to_path.startsWith('/') && target.origin === BASE && plain(target.pathname) !== plain(from_path)
}

/** The target's own query first, then the visitor's. */
function withQuery(target: URL, search: string) {
  const query = [target.search, search].map((one) => one.replace('?', '')).filter(Boolean)
  const tail = `${target.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}${target.hash}`
  return target.origin === BASE ? tail : `${target.origin}${tail}`
}

/** `/Caf%C3%A9/` and `/Café` are one path. Upper and lower case are two. */
function plain(pathname: string) {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
