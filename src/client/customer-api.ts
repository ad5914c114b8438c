import { createClient } from '#contract/client.ts'
import { addressRoutes, wishlistRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

/** The calls of somebody who is logged in: no first page carries their addresses. */
export const customerApi = createClient(send, { address: addressRoutes, wishlist: wishlistRoutes })
