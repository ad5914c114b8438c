import type { Order } from '#contract/checkout.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { findOrderAccess, orderToken } from './model/order-token.ts'

/** Adds the token of the payment pages to an order that can be paid. */
export async function withPayToken(db: Db, secrets: SigningSecrets, order: Order): Promise<Order> {
  const access = order.can_pay ? await findOrderAccess(db, order.id) : undefined
  return access ? { ...order, token: orderToken(secrets, access, 'complete') } : order
}
