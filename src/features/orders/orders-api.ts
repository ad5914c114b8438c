import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { ordersRoutes } from '#contract/late-routes.ts'

/** The calls of orders: no first page carries their addresses. */
export const ordersApi = createClient(send, { orders: ordersRoutes })

/** Which order, and by what key: its customer needs none. */
export const refOf = (order_no: string, token: string | undefined) => ({ order_no, ...(token && { token }) })
