import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Who is logged in, as far as this browser keeps it: never more than an id and a name to greet by. Security §3. */
export type SessionUser = { id: number; name: string }

/** `isKnown`: the server has been asked, or there was no reason to. Spec §3 (auth state). */
export type SessionState = { user: SessionUser | null; isKnown: boolean }

export const sessionStore = createStore<SessionState>(() => ({ user: null, isKnown: false }))

export const useSession = <Part>(select: (state: SessionState) => Part) => useStore(sessionStore, select)
