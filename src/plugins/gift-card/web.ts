import { defineWebPlugin } from '#client/web-plugin.ts'
import type { giftCard } from './plugin.ts'

/** The field for a code, on the cart's page and the steps of the checkout, and the recipient on the page of a card. */
export const giftCardWeb = defineWebPlugin<typeof giftCard>({
  module_name: 'GiftCard',
  slots: {
    'cart.value': () => import('./card-box.tsx').then(({ CardBox }) => CardBox),
    'product.options': () => import('./recipient-fields.tsx').then(({ RecipientFields }) => RecipientFields),
  },
})
