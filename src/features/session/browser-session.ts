import type { SessionUser } from '#client/session-store.ts'

/** Whether there may be a session: the session's own cookie is hidden from scripts, this one only hints at it. */
export const isSignedIn = () => /(^|; )(__Host-)?signed_in=1/.test(document.cookie)

/** The same for a member of staff. */
export const mayBeStaff = () => /(^|; )(__Host-)?staff=1/.test(document.cookie)

const KEY = 'auth'

/** The last customer in this browser: an id and a name, nothing else (security §3). Spec §3 (auth state, persisted). */
export function readStoredUser(): SessionUser | null {
  try {
    const { user } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { user?: Partial<SessionUser> | null }
    return typeof user?.id === 'number' && typeof user.name === 'string'
      ? { id: user.id, name: user.name }
      : null
  } catch {
    return null
  }
}

export function storeUser(user: SessionUser | null) {
  try {
    if (user) localStorage.setItem(KEY, JSON.stringify({ user }))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the greeting appears after the server's reply.
  }
}
