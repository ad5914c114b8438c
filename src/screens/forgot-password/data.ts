import { readAuthPage } from '#features/auth/read-auth-page.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** Asking for a link to set a new password, as a page of its own. Spec §2 (forgot password form). */
export const forgotPassword = defineScreen({
  visitor: true,
  load: readAuthPage,
  meta: () => ({ title: 'Forgot Password?', robots: 'noindex', bodyClass: 'forgot-password' }),
})
