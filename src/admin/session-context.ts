import { createContext, use } from 'react'
import type { Permission } from '#contract/admin/permissions.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import type { AdminScreen } from './admin-screen.ts'

type Session = {
  session: StaffSession
  may: (permission: Permission) => boolean
  /** The screens that the role may see, with those of the active plugins. */
  screens: readonly AdminScreen[]
  /** Reads name, role and plugins again. */
  onSessionChange: () => void
  /** Shows the back office of who is signed in now, or the sign-in. */
  onPersonChange: () => void
  onSignOut: () => Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

/** The signed-in member of staff, and what their role may do. The server checks every call again. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('There is no session above this component')
  return session
}
