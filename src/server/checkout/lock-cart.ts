import { type CartScope, ownerValues, ownsCart } from '../cart/cart-scope.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'

export type LockedCart = {
  id: number
  version: number
  status: 'open' | 'ordered'
  /** An order that was made of it and not paid at once: ADR 0008. */
  unpaid_order_id: number | null
}

/**
 * The visitor's cart, held until the transaction ends: of all simultaneous orders of one cart one runs, the others wait here
 * and then find it ordered. An ordered cart is found too, as its order can be asked for again (decisions §1.4).
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
