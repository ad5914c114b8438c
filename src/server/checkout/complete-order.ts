import type { Order } from '#contract/checkout.ts'
import type { SigningSecrets } from '../config/sign-for.ts'
import type { Db } from '../kernel/context.ts'
import { findOrderAccess, isOrderToken } from '../orders/model/order-token.ts'
import { orderNotFound } from '../orders/model/refusals.ts'
import { trackToken } from '../orders/model/track-link.ts'
import { findOrder } from '../orders/read-order.ts'

const openForMs = 24 * 60 * 60 * 1_000

/**
 * The order of a signed link, for 24 hours after it was placed; with its tracking token after that too. Spec
 * §2 (/checkout-complete), decisions §3.
 * @throws 404 for a wrong token, an unknown order and an expired link, indistinguishably.
 */
export async function completeOrder(
  db: Db,
  secrets: SigningSecrets,
  { orderId, token }: { orderId: number; token: string },
): Promise<Order> {
  const access = await findOrderAccess(db, orderId)
  const isHolder = access !== undefined && isOrderToken(secrets, access, 'complete', token)
  const order = isHolder ? await findOrder(db, orderId) : undefined
  if (!access || !order || Date.now() - Date.parse(order.placed_at) > openForMs) throw orderNotFound()
  return { ...order, token: trackToken(secrets, { ...access, order_no: order.order_no }) }
}
