import { redirect } from '#pages/outcome.ts'
import { defineFixtureScreen } from '../../shop.ts'

/** Redirects to the same server under another host name, which is another origin. */
export const away = defineFixtureScreen({
  load: ({ url }) => redirect(`http://localhost:${url.searchParams.get('port')}/`),
  meta: () => ({ title: '' }),
})
