import type { Api } from '#contract/client.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { required } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** Download or delete the data stored about the customer. Security §19. */
export const accountData = defineScreen({
  visitor: true,
  guard: 'login',
  load: async (request: LoadRequest<Api>) => ({
    view: { account: await required(request.api.account.get()), posted: readPostedForm(request) },
  }),
  meta: () => ({ title: 'Your data', robots: 'noindex', bodyClass: 'account' }),
})
