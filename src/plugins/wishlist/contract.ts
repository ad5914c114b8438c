import { z } from 'zod'
import { Cart, ConfirmedAge } from '#contract/cart.ts'
import { Product } from '#contract/catalog.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Flag, Id, IdText, Money, Time } from '#contract/shapes.ts'
import type { wishlistRoutes } from './routes.ts'

export const WishlistItem = z
  .object({
    id: Id,
    product: Product,
    /** The chosen options by their labels. Not in the spec. */
    options: z.array(z.object({ label: z.string(), value: z.string() })),
    price_at_add: Money,
    added_at: Time,
  })
  .meta({ id: 'WishlistItem' })

const Wishlist = z.array(WishlistItem)

export const wishlistEndpoints = defineEndpoints<typeof wishlistRoutes>()({
  get: {
    summary: 'What the customer has saved, the newest first; what the shop no longer sells is left out',
    input: z.object({}),
    data: Wishlist,
    access: 'customer',
  },
  add: {
    summary: 'Saves a variation; one that is saved already keeps its place and its price',
    input: z.object({ product_id: Id }),
    data: Wishlist,
    refusals: ['WISHLIST_FULL'],
    access: 'customer',
  },
  remove: {
    summary: 'Forgets a saved variation',
    input: z.object({ product_id: IdText }),
    data: Wishlist,
    access: 'customer',
  },
  moveToCart: {
    summary: 'Puts a saved variation into the cart and takes it off the wishlist',
    input: z.object({
      product_id: Id,
      quantity: z.int().min(1).max(9_999).default(1),
      confirmed_age: ConfirmedAge,
      api_cart: Flag.optional(),
      cart_session: z.string().max(100).nullish(),
    }),
    data: Wishlist,
    extra: z.object({ cart: Cart }),
    refusals: ['OUT_OF_STOCK', 'QUANTITY_LIMIT', 'CART_FULL', 'CUSTOMISATION_INVALID', 'AGE_UNCONFIRMED'],
    access: 'customer',
  },
  setPriceNotices: {
    summary: 'Whether the customer gets an email when a saved product becomes cheaper',
    input: z.object({ is_enabled: z.boolean().default(false) }),
    data: z.object({ is_enabled: z.boolean() }),
    access: 'customer',
  },
})

export type WishlistItem = z.infer<typeof WishlistItem>

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    wishlist: typeof wishlistEndpoints
  }
  interface PluginForms {
    'move-to-cart': true
    'price-notices': true
    'remove-from-wishlist': true
    'save-for-later': true
    'save-to-wishlist': true
  }
}
