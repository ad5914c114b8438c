import type { SessionUser } from '#client/session-store.ts'

const KEY = 'auth'

/** Whom this browser greeted last: an id and a name, nothing else (security §3). Spec §3 (auth state, persisted). */
export function keptUser(): SessionUser | null {
  try {
    const { user } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { user?: Partial<SessionUser> | null }
    return typeof user?.id === 'number' && typeof user.name === 'string'
      ? { id: user.id, name: user.name }
      : null
  } catch {
    return null
  }
}

export function keepUser(user: SessionUser | null) {
  try {
    if (user) localStorage.setItem(KEY, JSON.stringify({ user }))
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing greets a moment later.
  }
}
