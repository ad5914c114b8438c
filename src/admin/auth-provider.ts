import type { AuthProvider } from 'ra-core'
import type { StaffSession } from '#contract/admin/session.ts'
import { screensOf } from './screens.ts'

/** Tells ra-core who is signed in. `start.tsx` signs in and out; the server decides what a role may do. */
export const createAuthProvider = (session: StaffSession, onSignOut: () => Promise<void>): AuthProvider => ({
  login: async () => {},
  logout: async () => {
    await onSignOut()
    return false
  },
  checkAuth: async () => {},
  // `start.tsx` shows the sign-in when the session has ended. Any other failure is shown where it happened, and a
  // cancelled request is none.
  checkError: async () => {},
  getIdentity: async () => ({ id: session.id, fullName: session.name || session.email }),
  getPermissions: async () => session.permissions,
  canAccess: async ({ resource }) => screensOf(session).some(({ name }) => name === resource),
})
