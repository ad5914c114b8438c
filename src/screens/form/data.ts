import { readFormShown } from '#features/forms/read-form.server.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'

/** A form on a page of its own: for links in mails, and forms that are on no other page. ADR 0026. */
export const form = defineScreen({
  visitor: true,
  async load({ api, url }) {
    const slug = decodeURIComponent(url.pathname.split('/')[2] ?? '')
    const shown = await readFormShown({ api, path: url.pathname, query: url.search.slice(1) }, slug)
    if (!shown) notFound()
    return { view: { form: shown } }
  },
  meta: ({
    view: {
      form: { name },
    },
  }) => ({ title: name, robots: 'noindex', bodyClass: 'form' }),
})
