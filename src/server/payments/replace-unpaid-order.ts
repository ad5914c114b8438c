import type { LockedCart } from '../checkout/lock-cart.ts'
import { isUnpaid } from '../checkout/order-states.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { giveUpOrder } from './give-up-order.ts'
import { lockOrder } from './lock-payment.ts'

export type WaitingOrder = { order_id: number; order_no: string; payment_method: string; amount: number }

/**
 * What becomes of a cart's unpaid order when the cart is ordered again: the very same wish goes on with it, any other takes its
 * place, so that a cart never has two orders. The cart must be held; read it afterwards, when what the order held is free
 * again. ADR 0008.
 *
 * @returns the order that goes on waiting for its payment; undefined when a new one has to be made.
 */
export async function replaceUnpaidOrder(
  tx: Tx,
  { unpaid_order_id, version }: Pick<LockedCart, 'unpaid_order_id' | 'version'>,
  instruction: string | undefined,
): Promise<WaitingOrder | undefined> {
  if (unpaid_order_id === null) return undefined
  const order = await lockOrder(tx, unpaid_order_id)
  if (!order || !isUnpaid(order.status)) return undefined
  const { id, order_no, payment_method, grand_total, cart_version, status } = order
  // Everything else that was wished for is part of that state of the cart. A failed order has to take its things anew anyway.
  const isSame = status === 'pending_payment' && cart_version === version
  if (isSame && (await saysSame.first(tx, id, instruction ?? '')))
    return { order_id: id, order_no, payment_method, amount: grand_total }
  await giveUpOrder(tx, order, 'Ordered anew')
  return undefined
}

const saysSame = prepared<{ id: number }>(
  'order says same',
  `select o.id from orders o left join carts c on c.id = o.cart_id
  where o.id = $1::bigint and coalesce(o.instruction, '') = coalesce(nullif($2::text, ''), c.instruction, '')`,
)
