import type { AuthWish } from './auth-dialog.ts'

export type LoginAddress = {
  mode: AuthWish['mode']
  redirect: string | null
  /** Ours by code: an address never brings words of its own. */
  notice: string | null
  /** The address without what it asked for. */
  clean: string
}

const modes: readonly AuthWish['mode'][] = ['legacy', 'register', 'forgot']

const notices: Record<string, string> = {
  'reset-invalid': 'This reset link is invalid or has expired',
  'reset-limit': 'Maximum attempt reached. Please try again later',
}

/** What `/?login=1&mode=forgot&redirect=…` asks for; null for every other address. Decisions §3, guard `login`. */
export function readLoginAddress(pathAndQuery: string): LoginAddress | null {
  const url = new URL(pathAndQuery, 'https://shop.invalid')
  const { searchParams: query } = url
  if (query.get('login') !== '1') return null
  const mode = modes.find((known) => known === query.get('mode')) ?? 'login'
  const notice = query.get('auth_notice') ?? ''
  const redirect = query.get('redirect')
  for (const name of ['login', 'mode', 'redirect', 'auth_notice']) query.delete(name)
  return {
    mode,
    redirect,
    notice: Object.hasOwn(notices, notice) ? (notices[notice] ?? null) : null,
    clean: url.pathname + url.search,
  }
}
