import { titleOf } from '#features/auth/auth-modes.ts'
import { readAuthPage } from '#features/auth/read-auth-page.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** Logging in as a page of its own: without scripts, and for links that are opened in a new tab. Spec §2 (login dialog). */
export const login = defineScreen({
  visitor: true,
  load: readAuthPage,
  meta: ({ mode }) => ({
    title: titleOf(mode === 'forgot' ? 'forgot' : 'legacy'),
    robots: 'noindex',
    bodyClass: 'login',
  }),
})
