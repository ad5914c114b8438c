import { orThrow } from '#contract/envelope.ts'
import { defineScreen } from '#pages/screen.ts'

/** The panel that changes the password, on its own page. Decisions §3 (`/account/reset-password`). */
export const accountPassword = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api }) {
    const { has_password, email, phone } = orThrow(await api.account.get())
    return { hasPassword: has_password, username: email ?? phone ?? '' }
  },
  meta: () => ({ title: 'Reset Password', robots: 'noindex', bodyClass: 'account' }),
})
