import type { AllEndpoints } from '#contract/endpoints.ts'
import { accountHandlers } from './account/handlers.ts'
import { addressHandlers } from './addresses/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { cartHandlers, deliveryHandlers } from './cart/handlers.ts'
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
import { passkeyHandlers } from './passkeys/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { baseHandlers, storefrontHandlers } from './storefront/handlers.ts'
import { trackHandlers } from './tracking/handlers.ts'
import { wishlistHandlers } from './wishlist/handlers.ts'

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
  delivery: deliveryHandlers,
  checkout: checkoutHandlers,
  auth: authHandlers,
  passkeys: passkeyHandlers,
  account: accountHandlers,
  address: addressHandlers,
  wishlist: wishlistHandlers,
  track: trackHandlers,
  orders: ordersHandlers,
} satisfies { [Group in keyof AllEndpoints]: Handlers<AllEndpoints[Group]> }
