import { createClient } from '#contract/client.ts'
import { checkoutRoutes, settingsRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

/** The calls of the checkout and of address forms. */
export const checkoutApi = createClient(send, { checkout: checkoutRoutes, settings: settingsRoutes })
