import { readAuthPage } from '#features/auth/read-auth-page.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** The form for a password reset link, as a page. Spec §2 (forgot password form). */
export const forgotPassword = defineScreen({
  visitor: true,
  load: readAuthPage,
  meta: () => ({ title: 'Forgot Password?', robots: 'noindex', bodyClass: 'forgot-password' }),
})
