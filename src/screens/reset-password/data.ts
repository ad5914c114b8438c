import { readPostedForm } from '#contract/read-posted-form.ts'
import { isLoggedIn } from '#features/auth/read-auth-page.server.ts'
import { redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'

/** The page of the mailed link: sets a new password with a single-use token. Decisions §3, security §6. */
export const resetPassword = defineScreen({
  visitor: true,
  async load({ api, url, params, cookies }) {
    const { email = '', slug: token = '' } = params
    if (await isLoggedIn(api)) redirect('/account/security')
    const reply = await api.auth.validateReset({ email, token })
    if (reply.status === 'error')
      redirect(
        `/?login=1&mode=forgot&auth_notice=${reply.code === 'RATE_LIMITED' ? 'reset-limit' : 'reset-invalid'}`,
      )
    return { view: { email, token, posted: readPostedForm({ url, cookies }) } }
  },
  meta: () => ({ title: 'Reset Password', robots: 'noindex', referrer: 'no-referrer', bodyClass: 'account' }),
})
