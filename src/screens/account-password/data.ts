import type { Api } from '#contract/client.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { required } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** The panel that changes the password, on its own page. Decisions §3 (`/account/reset-password`). */
export const accountPassword = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request: LoadRequest<Api>) {
    const { api } = request
    const { has_password, email, phone } = await required(api.account.get())
    return {
      view: { hasPassword: has_password, username: email ?? phone ?? '', posted: readPostedForm(request) },
    }
  },
  meta: () => ({ title: 'Reset Password', robots: 'noindex', bodyClass: 'account' }),
})
