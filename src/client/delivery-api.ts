import { createClient } from '#contract/client.ts'
import { deliveryRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

/** What delivery would cost: no first page carries the address of that call. */
export const deliveryApi = createClient(send, { delivery: deliveryRoutes })
