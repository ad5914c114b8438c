import { lazy } from 'react'
import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { storeCreditAdminRoutes } from './routes.ts'

/** The card of a customer; the credit has no list of its own. */
export const storeCreditAdmin = defineAdminPlugin({
  module_name: 'StoreCredit',
  routes: { adminStoreCredit: storeCreditAdminRoutes },
  screens: [],
  customerPanels: {
    credit: lazy(() => import('./credit-card.admin.tsx').then(({ CreditCard }) => ({ default: CreditCard }))),
  },
})
