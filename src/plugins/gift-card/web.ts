import { defineWebPlugin } from '#client/web-plugin.ts'
import type { giftCard } from './plugin.ts'

/** The field for a code on cart and checkout, the recipient on the page of a card, and the state of the cards of an order on its page. */
export const giftCardWeb = defineWebPlugin<typeof giftCard>({
  module_name: 'GiftCard',
  slots: {
    'cart.value': () => import('./card-box.tsx').then(({ CardBox }) => CardBox),
    'order.actions': () => import('./ordered-cards.tsx').then(({ OrderedCards }) => OrderedCards),
    'product.options': () => import('./recipient-fields.tsx').then(({ RecipientFields }) => RecipientFields),
  },
})
