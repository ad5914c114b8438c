import type { Order } from '#contract/checkout.ts'
import type { Db } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { trackToken } from '../tracking/track-link.ts'
import { isOrderToken } from './order-token.ts'
import { findOrder } from './read-order.ts'

const openForMs = 24 * 60 * 60 * 1_000

/**
 * The order behind its signed link, for 24 hours after it was placed; with the token of the page where it can be followed after that. Spec §2 (/checkout-complete), decisions §3.
 * @throws 404 for a wrong token, an unknown order and a link that is too old, all alike.
 */
export async function completeOrder(
  db: Db,
  secret: string,
  { orderId, token }: { orderId: number; token: string },
): Promise<Order> {
  const order = isOrderToken(secret, orderId, 'complete', token) ? await findOrder(db, orderId) : undefined
  if (!order || Date.now() - Date.parse(order.placed_at) > openForMs)
    throw notFound('This order could not be found')
  return { ...order, token: trackToken(secret, order) }
}
