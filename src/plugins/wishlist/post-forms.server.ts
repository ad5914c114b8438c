import type { PluginForms } from '#contract/plugin.ts'
import { callWith, type FormRow } from '#server/platform/kernel/post-form.ts'

const page = '/account/wishlist'
const toWishlist = { page, fields: [], next: () => page }

/** The forms that work without JavaScript. ADR 0026. */
export const wishlistForms: Pick<
  Record<keyof PluginForms, FormRow>,
  'save-for-later' | 'save-to-wishlist' | 'remove-from-wishlist' | 'move-to-cart' | 'price-notices'
> = {
  'save-for-later': {
    page: '/cart',
    fields: [],
    calls: (fields) => [
      ...callWith('wishlist.add', ['product_id'])(fields),
      ...callWith('cart.removeItem', ['item_id'])(fields),
    ],
    next: (_, { return_to }) => return_to ?? '/cart',
  },
  // Product pages are cached for everyone, so they cannot show a refusal.
  'save-to-wishlist': { ...toWishlist, calls: callWith('wishlist.add', ['product_id']), pageOf: () => page },
  'price-notices': { ...toWishlist, calls: callWith('wishlist.setPriceNotices', ['is_enabled']) },
  'remove-from-wishlist': { ...toWishlist, calls: callWith('wishlist.remove', ['product_id']) },
  'move-to-cart': {
    ...toWishlist,
    calls: callWith('wishlist.moveToCart', ['product_id']),
    next: () => '/cart',
  },
}
