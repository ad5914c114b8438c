import { cartApi } from '#client/cart-api.ts'
import { keepCart } from './cart-of-reply.ts'

/** Takes today's prices as seen and accepted. */
export const acceptPrices = async () => keepCart(await cartApi.cart.updateItemsPrice({}))
