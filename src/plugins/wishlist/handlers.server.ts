import { addItem } from '#server/commerce/cart/add-item.ts'
import { scopeIn } from '#server/commerce/cart/move-cart.ts'
import { ageOfShopper, cartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { type Handlers, say, withExtra } from '#server/platform/kernel/handlers.ts'
import { customerOf } from '#server/platform/sessions/session.ts'
import { defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { addToWishlist } from './add-to-wishlist.server.ts'
import { wishlistEndpoints } from './contract.ts'
import { writePriceNotices } from './price-notices.server.ts'
import { readWishlist } from './read-wishlist.server.ts'
import { removeFromWishlist } from './remove-from-wishlist.server.ts'
import { wishlistRoutes } from './routes.ts'

/** The wishlist endpoints: spec §7 Wishlist, decisions §4. Every reply contains the whole list. */
const wishlistHandlers: Handlers<typeof wishlistEndpoints> = {
  get: (_, call) => wishlistOf(call),

  async add({ product_id }, call) {
    await addToWishlist(call.db, call.channel, customerOf(call), product_id)
    return say('Added to wishlist', await wishlistOf(call))
  },

  async remove({ product_id }, call) {
    await removeFromWishlist(call.db, customerOf(call), product_id)
    return say('Removed from wishlist', await wishlistOf(call))
  },

  async moveToCart({ product_id, quantity, confirmed_age, ...ref }, call) {
    const write = { scope: await scopeIn(call, ref), version: undefined }
    const confirmedAge = ageOfShopper(call, confirmed_age)
    const item = { variationId: product_id, quantity, customised: null, confirmedAge }
    const cart = await addItem(call.db, write, item, (tx) =>
      removeFromWishlist(tx, customerOf(call), product_id),
    )
    call.setCookie(cartCookie(cart))
    const messages = ['Moved to cart', cart.coupon_notice].filter(Boolean)
    return withExtra(await wishlistOf(call), { cart }, messages.join('. '))
  },

  async setPriceNotices({ is_enabled }, call) {
    await writePriceNotices(call.db, customerOf(call), is_enabled)
    const message = is_enabled
      ? 'We email you when a saved product gets cheaper'
      : 'You get no more price emails'
    return say(message, { is_enabled })
  },
}

const wishlistOf = (call: CallContext) => readWishlist(call.db, call, customerOf(call))

export const wishlistGroup = defineGroup({
  name: 'wishlist',
  routes: wishlistRoutes,
  endpoints: wishlistEndpoints,
  handlers: wishlistHandlers,
  examples: {
    add: {
      request: { product_id: 1042 },
      reply: { status: 'success', message: 'Added to wishlist', data: [] },
    },
    remove: { request: { product_id: 1042 }, reply: { status: 'success', data: [] } },
    moveToCart: { request: { product_id: 1042, quantity: 1 } },
  },
})
