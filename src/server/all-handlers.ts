import type { AllEndpoints } from '#contract/endpoints.ts'
import { accountHandlers } from './account/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { cartHandlers } from './cart/handlers.ts'
import {
  categoryHandlers,
  productHandlers,
  searchHandlers,
  shopHandlers,
  tagHandlers,
} from './catalog/handlers.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { contentHandlers } from './content/handlers.ts'
import type { Handlers } from './http/handlers.ts'
import { ordersHandlers } from './orders/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { baseHandlers, storefrontHandlers } from './storefront/handlers.ts'

/** One handler an endpoint, by group. A group or a call without one does not compile. */
export const allHandlers = {
  base: baseHandlers,
  storefront: storefrontHandlers,
  settings: settingsHandlers,
  content: contentHandlers,
  product: productHandlers,
  category: categoryHandlers,
  tag: tagHandlers,
  shop: shopHandlers,
  search: searchHandlers,
  cart: cartHandlers,
  checkout: checkoutHandlers,
  auth: authHandlers,
  account: accountHandlers,
  orders: ordersHandlers,
} satisfies { [Group in keyof AllEndpoints]: Handlers<AllEndpoints[Group]> }
