import type { AuthDialogRequest } from '#features/session/open-login.ts'

export type LoginAddress = {
  mode: AuthDialogRequest['mode']
  redirect: string | null
  /** Looked up by a code, so that a URL cannot inject text. */
  notice: string | null
  /** The URL without the login parameters. */
  clean: string
}

const modes: readonly AuthDialogRequest['mode'][] = ['legacy', 'register', 'forgot']

const notices: Record<string, string> = {
  'reset-invalid': 'This reset link is invalid or has expired',
  'reset-limit': 'Maximum attempt reached. Please try again later',
}

/** The request in `/?login=1&mode=forgot&redirect=…`; null for every other URL. Decisions §3, guard `login`. */
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
