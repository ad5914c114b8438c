import { createClient } from '#contract/client.ts'
import { trackRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

/** The calls of the tracking page: no first page carries their addresses. */
export const trackApi = createClient(send, { track: trackRoutes })
