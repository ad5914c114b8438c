import { createClient } from '#contract/client.ts'
import { productRoutes, searchRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

/** The calls of parts that come late: no first page carries their addresses. */
export const catalogueApi = createClient(send, { product: productRoutes, search: searchRoutes })
