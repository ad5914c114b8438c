import { orThrow } from '#contract/envelope.ts'
import { defineScreen } from '#pages/screen.ts'

/** Name, e-mail and phone of the customer. Spec §2, account menu ('Edit your profile'). */
export const accountProfile = defineScreen({
  visitor: true,
  guard: 'login',
  load: async ({ api }) => ({ account: orThrow(await api.account.get()) }),
  meta: () => ({ title: 'Profile', robots: 'noindex', bodyClass: 'account' }),
})
