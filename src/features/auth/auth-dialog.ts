import { createStore } from 'zustand/vanilla'

export type AuthWish = {
  /** `login`: as the shop begins with; `legacy`: by e-mail and password. */
  mode: 'login' | 'legacy' | 'register' | 'forgot'
  redirect: string | undefined
  after: (() => void) | undefined
}

/** What the page wishes for; `AuthHolder`, which stands over it, fulfils it. Buttons know nothing of the dialog. */
export const authDialog = createStore<{ open: AuthWish | null }>(() => ({ open: null }))
