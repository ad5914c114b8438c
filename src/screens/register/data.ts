import { readAuthPage } from '#features/auth/read-auth-page.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** Registration as a page. Spec §2 (register dialog). */
export const register = defineScreen({
  visitor: true,
  load: readAuthPage,
  meta: () => ({ title: 'Register', robots: 'noindex', bodyClass: 'register' }),
})
