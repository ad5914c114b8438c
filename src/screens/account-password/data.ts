import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** The panel that changes the password, on its own page. Decisions §3 (`/account/reset-password`). */
export const accountPassword = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request: LoadRequest<Api>) {
    const { api } = request
    const { has_password, email, phone } = orThrow(await api.account.get())
    return { hasPassword: has_password, username: email ?? phone ?? '', posted: readPostedForm(request) }
  },
  meta: () => ({ title: 'Reset Password', robots: 'noindex', bodyClass: 'account' }),
})
