import { createContext, use } from 'react'
import type { Permission } from '#contract/admin/permissions.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import type { AdminScreen } from './admin-screen.ts'

type Session = {
  session: StaffSession
  may: (permission: Permission) => boolean
  /** The screens that the role may see, with those of the active plugins. */
  screens: readonly AdminScreen[]
  /**
   * Replaces the query of the address and renders it at once: until then a select shows its former choice, from which the next
   * arrow key would go on. `useNavigate` renders it some frames later, because it ignores `flushSync` below `Routes`.
   */
  setQuery: (search: string, keepsScroll?: boolean) => void
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
