import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type CartScope, ownerValues, ownsCart } from '../model/cart-scope.ts'

export type LockedCart = {
  id: number
  version: number
  status: 'open' | 'ordered'
  /** An order that was made from it and is not paid yet: ADR 0034. */
  unpaid_order_id: number | null
}

/**
 * The visitor's cart, locked until the transaction ends: of simultaneous orders of one cart one runs, and the
 * others wait here and then find it ordered. Finds an ordered cart too, because its order can be requested
 * again (decisions §1.4).
 */
export const lockCart = (tx: Tx, scope: CartScope): Promise<LockedCart | undefined> =>
  cartForOrder.first(tx, ...ownerValues(scope))

const cartForOrder = prepared<LockedCart>(
  'lock cart for order',
  `select c.id, c.version, c.status, c.unpaid_order_id from carts c
  where ${ownsCart} and (c.status = 'ordered' or c.expires_at > now())
  order by c.status = 'ordered', c.customer_id is null, c.id desc
  limit 1
  for update`,
)
