import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The logged-in customer in this browser: only an id and a name for the greeting. Security §3. */
export type SessionUser = { id: number; name: string }

/** `isKnown`: the server has replied, or there was no reason to request it. Spec §3 (auth state). */
export type SessionState = {
  user: SessionUser | null
  isKnown: boolean
  /** One-time login of the back office: only for staff. */
  adminToken: string | null
}

export const sessionStore = createStore<SessionState>(() => ({
  user: null,
  isKnown: false,
  adminToken: null,
}))

export const useSession = <Part>(select: (state: SessionState) => Part) => useStore(sessionStore, select)
