import { defineWebPlugin } from '#client/web-plugin.ts'
import type { storeCredit } from './contract.ts'

/** The credit on the cart's page and the steps of the checkout, and its statement in the account. */
export const storeCreditWeb = defineWebPlugin<typeof storeCredit>({
  module_name: 'StoreCredit',
  slots: {
    'cart.value': () => import('./credit-box.tsx').then(({ CreditBox }) => CreditBox),
    'account.panel': () => import('./credit-panel.tsx').then(({ CreditPanel }) => CreditPanel),
  },
  accountMenu: [
    {
      group: 'Account',
      after: 'Addresses',
      item: {
        menu: 'Store credit',
        path: '/account/store-credit',
        icon: 'wallet',
        description: 'Your balance, and what you paid with it',
        active: true,
        show_in_dashboard: true,
        show_in_header: false,
      },
    },
  ],
})
