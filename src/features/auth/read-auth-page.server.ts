import type { Api } from '#contract/client.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { redirect } from '#pages/outcome.ts'
import type { LoadRequest } from '#pages/screen.ts'
import { readPosted } from './read-posted.server.ts'

/**
 * What the pages of logging in begin with. Whoever is logged in has nothing to do here and goes on.
 * @throws {Redirect} for customers.
 */
export async function readAuthPage({ api, url, cookies }: LoadRequest<Api>) {
  const wish = url.searchParams.get('redirect')
  if (await isLoggedIn(api)) redirect(targetOf(wish))
  return {
    mode: url.searchParams.get('mode'),
    redirect: wish ?? undefined,
    posted: readPosted({ url, cookies }),
  }
}

export async function isLoggedIn(api: Api) {
  const reply = await api.account.get({}, { silent: true })
  return reply.status === 'success'
}
