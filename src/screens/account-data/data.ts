import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'

/** Download or delete the data stored about the customer. Security §19. */
export const accountData = defineScreen({
  visitor: true,
  guard: 'login',
  load: async ({ api }) => ({ view: { account: await required(api.account.get()) } }),
  meta: () => ({ title: 'Your data', robots: 'noindex', bodyClass: 'account' }),
})
