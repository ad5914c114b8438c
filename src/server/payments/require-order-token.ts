import { isOrderToken } from '../checkout/order-token.ts'
import { notFound } from '../http/errors.ts'

/** @throws 404 for a wrong token, as for an order that does not exist. */
export function requireOrderToken(secret: string, { orderId, token }: { orderId: number; token: string }) {
  if (!isOrderToken(secret, orderId, 'complete', token)) throw notFound('This order could not be found')
}
