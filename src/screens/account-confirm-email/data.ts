import { orThrow } from '#contract/envelope.ts'
import { defineScreen } from '#pages/screen.ts'

/** The page of the mailed link. Opening it changes nothing, because mail scanners open links too. ADR 0040. */
export const accountConfirmEmail = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api, url }) {
    const { email, email_verified_at } = orThrow(await api.account.get())
    return { email, isConfirmed: email_verified_at !== null, token: url.searchParams.get('token') ?? '' }
  },
  meta: () => ({ title: 'Confirm your email', robots: 'noindex', bodyClass: 'account' }),
})
