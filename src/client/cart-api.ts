import { cartRoutes } from '#contract/cart-routes.ts'
import { createClient } from '#contract/client.ts'
import { send } from './api.ts'

/** Whatever is done to the cart. */
export const cartApi = createClient(send, { cart: cartRoutes })
