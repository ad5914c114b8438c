import { redirect } from '#pages/outcome.ts'
import { defineFixtureScreen } from '../../shop.ts'

/** To the same server by another name: another origin. */
export const away = defineFixtureScreen({
  load: ({ url }) => redirect(`http://localhost:${url.searchParams.get('port')}/`),
  meta: () => ({ title: '' }),
})
