import type { z } from 'zod'
import { accountEndpoints } from './account.ts'
import { addressEndpoints } from './address.ts'
import { authEndpoints } from './auth.ts'
import { blogEndpoints } from './blog.ts'
import { cartEndpoints } from './cart.ts'
import {
  categoryEndpoints,
  productEndpoints,
  searchEndpoints,
  shopEndpoints,
  tagEndpoints,
} from './catalog.ts'
import { checkoutEndpoints } from './checkout.ts'
import { contentEndpoints } from './content.ts'
import type { Endpoint } from './define-endpoints.ts'
import { deliveryEndpoints } from './delivery.ts'
import { faqEndpoints } from './faq.ts'
import { formEndpoints } from './form.ts'
import { ordersEndpoints } from './orders.ts'
import { passkeyEndpoints } from './passkeys.ts'
import type { PluginEndpoints } from './plugin.ts'
import { pluginsEndpoints } from './plugins.ts'
import type { GroupName } from './routes.ts'
import { baseEndpoints, settingsEndpoints, storefrontEndpoints } from './storefront.ts'
import { trackEndpoints } from './track.ts'
import type { withdrawalEndpoints } from './withdrawal.ts'

/**
 * All groups of the core with their schemas: the server's counterpart of `routes.ts`. The browser imports
 * only its types.
 */
export const endpoints = {
  base: baseEndpoints,
  storefront: storefrontEndpoints,
  settings: settingsEndpoints,
  content: contentEndpoints,
  form: formEndpoints,
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
  track: trackEndpoints,
  orders: ordersEndpoints,
  plugins: pluginsEndpoints,
  blog: blogEndpoints,
  faq: faqEndpoints,
} satisfies Record<GroupName, Record<string, Endpoint>>

/** The groups of the core. */
export type CoreEndpoints = typeof endpoints

/** The groups of the core and those of the installed plugins. */
export type AllEndpoints = CoreEndpoints & { withdrawal: typeof withdrawalEndpoints } & PluginEndpoints

export type InputOf<E> = E extends { input: infer Input extends z.ZodType } ? z.input<Input> : never
export type ParsedInputOf<E> = E extends { input: infer Input extends z.ZodType } ? z.output<Input> : never
export type DataOf<E> = E extends { data: infer Data extends z.ZodType } ? z.output<Data> : never
export type ExtraOf<E> = E extends { extra: infer Extra extends z.ZodType } ? z.output<Extra> : unknown
