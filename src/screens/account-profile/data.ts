import type { Api } from '#contract/client.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { required } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** Name, e-mail and phone of the customer. Spec §2, account menu ('Edit your profile'). */
export const accountProfile = defineScreen({
  visitor: true,
  guard: 'login',
  load: async (request: LoadRequest<Api>) => ({
    view: { account: await required(request.api.account.get()), posted: readPostedForm(request) },
  }),
  meta: () => ({ title: 'Profile', robots: 'noindex', bodyClass: 'account' }),
})
