import type { wishlistEndpoints } from '#contract/wishlist.ts'
import { addItem } from '../cart/add-item.ts'
import { cartCookie } from '../cart/cart-cookie.ts'
import { scopeOf } from '../cart/cart-scope.ts'
import type { CallContext } from '../http/context.ts'
import { customerOf } from '../http/customer-of.ts'
import { beside, type Handlers, say } from '../http/handlers.ts'
import { addWish } from './add-wish.ts'
import { readWishlist } from './read-wishlist.ts'
import { removeWish } from './remove-wish.ts'

/** The calls of the wishlist: spec §7 Wishlist, decisions §4. Every reply holds the whole list. */
export const wishlistHandlers: Handlers<typeof wishlistEndpoints> = {
  get: (_, call) => wishlistOf(call),

  async add({ product_id }, call) {
    await addWish(call.db, call.channel, customerOf(call), product_id)
    return say('Added to wishlist', await wishlistOf(call))
  },

  async remove({ product_id }, call) {
    await removeWish(call.db, customerOf(call), product_id)
    return say('Removed from wishlist', await wishlistOf(call))
  },

  async moveToCart({ product_id, quantity, ...ref }, call) {
    const write = { scope: scopeOf(call, ref), version: undefined }
    const item = { variationId: product_id, quantity, customised: null }
    const cart = await addItem(call.db, write, item, (tx) => removeWish(tx, customerOf(call), product_id))
    call.setCookie(cartCookie(cart))
    const words = ['Moved to cart', cart.coupon_notice].filter(Boolean)
    return beside(await wishlistOf(call), { cart }, words.join('. '))
  },
}

const wishlistOf = (call: CallContext) => readWishlist(call.db, call.channel, customerOf(call))
