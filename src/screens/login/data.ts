import { titleOf } from '#features/auth/auth-modes.ts'
import { readAuthPage } from '#features/auth/read-auth-page.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** Login as a page: without JavaScript, and for links that are opened in a new tab. Spec §2 (login dialog). */
export const login = defineScreen({
  visitor: true,
  load: readAuthPage,
  meta: ({ view: { mode } }) => ({
    title: titleOf(mode === 'forgot' ? 'forgot' : 'legacy'),
    robots: 'noindex',
    bodyClass: 'login',
  }),
})
