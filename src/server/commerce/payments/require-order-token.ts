import type { PaymentServices } from '../gateways/model/gateway.ts'
import { findOrderAccess, isOrderToken } from '../orders/model/order-token.ts'
import { orderNotFound } from '../orders/model/refusals.ts'

/** @throws 404 for a wrong token, as for an order that does not exist. */
export async function requireOrderToken(
  { db, config }: Pick<PaymentServices, 'db' | 'config'>,
  { orderId, token }: { orderId: number; token: string },
): Promise<void> {
  const order = await findOrderAccess(db, orderId)
  if (!order || !isOrderToken(config, order, 'complete', token)) throw orderNotFound()
}
