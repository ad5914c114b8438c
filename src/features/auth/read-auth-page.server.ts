import type { Api } from '#contract/client.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { redirect } from '#pages/outcome.ts'
import type { LoadRequest } from '#pages/screen.ts'

/**
 * The data of the login pages. Redirects customers who are logged in.
 * @throws {Redirect} for customers.
 */
export async function readAuthPage({ api, url, cookies }: LoadRequest<Api>) {
  const requested = url.searchParams.get('redirect')
  if (await isLoggedIn(api)) redirect(targetOf(requested))
  return {
    view: {
      mode: url.searchParams.get('mode'),
      redirect: requested ?? undefined,
      posted: readPostedForm({ url, cookies }),
    },
  }
}

export async function isLoggedIn(api: Api) {
  const reply = await api.account.get({}, { silent: true })
  return reply.status === 'success'
}
