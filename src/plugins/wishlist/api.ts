import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { wishlistRoutes } from './routes.ts'

export const api = createClient(send, { wishlist: wishlistRoutes })
