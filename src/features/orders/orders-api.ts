import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { ordersRoutes } from '#contract/late-routes.ts'

/** The calls of orders: no first page carries their addresses. */
export const ordersApi = createClient(send, { orders: ordersRoutes })

/** Which order, and by what key: its customer needs none. */
export const refOf = (order_no: string, token: string | undefined): { order_no: string; token?: string } =>
  token ? { order_no, token } : { order_no }

/** Where the PDF is. */
export function invoiceUrl(order_no: string, token: string | undefined) {
  const query = new URLSearchParams({ order_no, download: '1' })
  if (token) query.set('token', token)
  return `/api/orders/invoice?${query}`
}
