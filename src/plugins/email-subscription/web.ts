import { defineWebPlugin } from '#client/web-plugin.ts'
import type { emailSubscription } from './plugin.ts'

/** The newsletter section and the form's own page show the form without code of the plugin. */
export const emailSubscriptionWeb = defineWebPlugin<typeof emailSubscription>({
  module_name: 'emailSubscription',
  slots: { 'footer.columns': () => import('./footer-form.tsx').then(({ FooterForm }) => FooterForm) },
})
