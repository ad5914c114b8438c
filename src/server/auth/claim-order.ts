import { isOrderToken } from '../checkout/order-token.ts'
import type { CallContext, Tx } from '../http/context.ts'

export type OrderRef = { order_id?: number | undefined; order_token?: string | undefined }

/**
 * Makes an order that was placed as a guest the customer's, for whoever holds its link, as long as the link is good (24 hours,
 * decisions §3). Without an order, or with one that is somebody's already, nothing happens: the account is opened all the same.
 */
export async function claimOrder(
  tx: Tx,
  { config }: Pick<CallContext, 'config'>,
  customerId: number,
  { order_id, order_token }: OrderRef,
): Promise<void> {
  if (order_id === undefined || order_token === undefined) return
  if (!isOrderToken(config.tokenSecret, order_id, 'complete', order_token)) return
  await tx
    .updateTable('orders')
    .set({ customer_id: customerId })
    .where('id', '=', order_id)
    .where('customer_id', 'is', null)
    .where('placed_at', '>', new Date(Date.now() - 24 * 60 * 60 * 1_000))
    .execute()
}
