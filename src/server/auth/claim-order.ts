import type { SigningSecrets } from '../config/sign-for.ts'
import type { Tx } from '../kernel/context.ts'
import { findOrderAccess, isOrderToken } from '../orders/model/order-token.ts'

export type OrderRef = { order_id?: number | undefined; order_token?: string | undefined }

/**
 * Assigns a guest order to the customer who holds its link, within 24 hours of the order (decisions §3). Does
 * nothing without an order or when the order already has a customer, so that registration still succeeds.
 *
 * @returns the id of the order that was assigned.
 */
export async function claimOrder(
  tx: Tx,
  secrets: SigningSecrets,
  customerId: number,
  { order_id, order_token }: OrderRef,
): Promise<number | null> {
  if (order_id === undefined || order_token === undefined) return null
  const order = await findOrderAccess(tx, order_id)
  if (!order || !isOrderToken(secrets, order, 'complete', order_token)) return null
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ customer_id: customerId })
    .where('id', '=', order_id)
    .where('customer_id', 'is', null)
    .where('placed_at', '>', new Date(Date.now() - 24 * 60 * 60 * 1_000))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? order_id : null
}
