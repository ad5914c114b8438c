import { defineWebPlugin } from '#client/web-plugin.ts'
import { followSession } from './follow-session.ts'
import type { wishlistPlugin } from './plugin.ts'

export const wishlistWeb = defineWebPlugin<typeof wishlistPlugin>({
  module_name: 'Wishlist',
  slots: {
    'card.actions': () => import('./heart-button.tsx').then(({ HeartButton }) => HeartButton),
    'product.actions': () => import('./heart-button.tsx').then(({ HeartButton }) => HeartButton),
    'cart.line-actions': () => import('./save-for-later.tsx').then(({ SaveForLater }) => SaveForLater),
    'account.panel': () => import('./wishlist-panel.tsx').then(({ WishlistPanel }) => WishlistPanel),
  },
  accountMenu: [
    {
      group: 'Account',
      after: 'Addresses',
      item: {
        menu: 'Wishlist',
        path: '/account/wishlist',
        icon: 'heart',
        description: 'All your saved product collections',
        active: true,
        show_in_dashboard: true,
        show_in_header: true,
      },
    },
  ],
  onInit: followSession,
})
