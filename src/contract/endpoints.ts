import type { z } from 'zod'
import { accountEndpoints } from './account.ts'
import { addressEndpoints } from './address.ts'
import { authEndpoints } from './auth.ts'
import { cartEndpoints } from './cart.ts'
import {
  categoryEndpoints,
  productEndpoints,
  searchEndpoints,
  shopEndpoints,
  tagEndpoints,
} from './catalogue.ts'
import { checkoutEndpoints } from './checkout.ts'
import { contentEndpoints } from './content.ts'
import type { Endpoint } from './define-endpoints.ts'
import { deliveryEndpoints } from './delivery.ts'
import { ordersEndpoints } from './orders.ts'
import { passkeyEndpoints } from './passkeys.ts'
import type { GroupName } from './routes.ts'
import { baseEndpoints, settingsEndpoints, storefrontEndpoints } from './storefront.ts'
import { trackEndpoints } from './track.ts'
import { wishlistEndpoints } from './wishlist.ts'

/** All groups with their shapes: the server's half of `routes.ts`. The browser imports only its types. */
export const endpoints = {
  base: baseEndpoints,
  storefront: storefrontEndpoints,
  settings: settingsEndpoints,
  content: contentEndpoints,
  product: productEndpoints,
  category: categoryEndpoints,
  tag: tagEndpoints,
  shop: shopEndpoints,
  search: searchEndpoints,
  cart: cartEndpoints,
  delivery: deliveryEndpoints,
  checkout: checkoutEndpoints,
  auth: authEndpoints,
  passkeys: passkeyEndpoints,
  account: accountEndpoints,
  address: addressEndpoints,
  wishlist: wishlistEndpoints,
  track: trackEndpoints,
  orders: ordersEndpoints,
} satisfies Record<GroupName, Record<string, Endpoint>>

export type AllEndpoints = typeof endpoints

export type InputOf<E> = E extends { input: infer Input extends z.ZodType } ? z.input<Input> : never
export type ParsedInputOf<E> = E extends { input: infer Input extends z.ZodType } ? z.output<Input> : never
export type DataOf<E> = E extends { data: infer Data extends z.ZodType } ? z.output<Data> : never
export type BesideOf<E> = E extends { beside: infer Beside extends z.ZodType } ? z.output<Beside> : unknown
