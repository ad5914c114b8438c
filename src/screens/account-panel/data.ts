import { loadSlots } from '#client/load-slots.ts'
import { readWebPlugin } from '#client/web-plugin.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'

/** A page that a plugin adds to the account area: its `account.panel` slot. Spec §2, account menu. */
export const accountPanel = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request) {
    const { api, params, url } = request
    const panel = params.panel ?? ''
    const slots = await loadSlots(api, [
      { name: 'account.panel', props: { panel, query: url.search.slice(0, 1_000) } },
    ])
    const [content] = slots['account.panel'] ?? []
    if (!content) notFound()
    const path = `/account/${panel}`
    const { accountMenu = [] } = await readWebPlugin(content.module_name)
    const added = accountMenu.find(({ item }) => item.path === path)
    const posted = readPostedForm(request)
    return {
      view: {
        slots,
        panel,
        path,
        title: added?.item.menu ?? 'Your account',
        intro: added?.item.description ?? '',
        // A form of `postForms`; the others show their own messages.
        message: posted?.form === undefined ? null : posted.message,
      },
    }
  },
  meta: ({ view: { title } }) => ({ title, robots: 'noindex', bodyClass: 'account' }),
})
