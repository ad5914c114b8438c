import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'

/** The page of the mailed link. Opening it changes nothing, because mail scanners open links too. ADR 0040. */
export const accountConfirmEmail = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api, url }) {
    const { email, email_verified_at } = await required(api.account.get())
    return {
      view: { email, isConfirmed: email_verified_at !== null, token: url.searchParams.get('token') ?? '' },
    }
  },
  meta: () => ({ title: 'Confirm your email', robots: 'noindex', bodyClass: 'account' }),
})
