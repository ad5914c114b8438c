import { orThrow } from '#contract/envelope.ts'
import { defineScreen } from '#pages/screen.ts'

/** What the customer has saved for later. Spec §2, account menu. */
export const accountWishlist = defineScreen({
  visitor: true,
  guard: 'login',
  load: async ({ api }) => ({ items: orThrow(await api.wishlist.get()) }),
  meta: () => ({ title: 'Wishlist', robots: 'noindex', bodyClass: 'account' }),
})
