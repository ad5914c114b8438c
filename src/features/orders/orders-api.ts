import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { ordersRoutes } from '#contract/late-routes.ts'

/** The calls of orders: no first page carries their addresses. */
export const ordersApi = createClient(send, { orders: ordersRoutes })

/** Which order, and by what key: its customer needs none. */
export const refOf = (order_no: string, token: string | undefined): { order_no: string; token?: string } =>
  token ? { order_no, token } : { order_no }

/** Where the PDF is. */
export const invoiceUrl = (order_no: string, token: string | undefined) =>
  fileUrl('/api/orders/invoice', { order_no }, token)

export const creditNoteUrl = (order_no: string, refund_no: string, token: string | undefined) =>
  fileUrl('/api/orders/credit-note', { order_no, refund_no }, token)

function fileUrl(path: string, named: Record<string, string>, token: string | undefined) {
  const query = new URLSearchParams({ ...named, download: '1' })
  if (token) query.set('token', token)
  return `${path}?${query}`
}
