import { defineWebPlugin } from '#client/web-plugin.ts'
import type { abandonedCart } from './plugin.ts'

/** What the link of a mail offers, on the cart's page. */
export const abandonedCartWeb = defineWebPlugin<typeof abandonedCart>({
  module_name: 'AbandonedCart',
  slots: { 'cart.top': () => import('./left-cart.tsx').then(({ LeftCartBox }) => LeftCartBox) },
})
