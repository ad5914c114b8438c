import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import type { LockedCart } from '../cart/store/lock-cart.ts'
import { readDue } from '../orders/exchange-credit.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import { isUnpaid } from '../orders/model/order-states.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'

export type WaitingOrder = { order_id: number; order_no: string; payment_method: string; amount: number }

/**
 * Keeps or replaces a cart's unpaid order when the cart is ordered again: an identical request reuses it, any other
 * cancels it, so that a cart never has two orders. The cart must be locked; read it afterwards, when the order's stock
 * is released. ADR 0034.
 *
 * @returns the order that still waits for its payment; undefined when a new one has to be made.
 */
export async function replaceUnpaidOrder(
  tx: Tx,
  plugins: HookRunner,
  { unpaid_order_id, version }: Pick<LockedCart, 'unpaid_order_id' | 'version'>,
  instruction: string | undefined,
): Promise<WaitingOrder | undefined> {
  if (unpaid_order_id === null) return undefined
  const order = await lockOrder(tx, unpaid_order_id)
  if (!order || !isUnpaid(order.status)) return undefined
  const { id, order_no, payment_method, cart_version, status } = order
  // The cart's version covers everything else. A failed order must reserve its stock again in any case.
  const isSame = status === 'pending_payment' && cart_version === version
  if (isSame && (await hasSameInstruction.first(tx, id, instruction ?? '')))
    return { order_id: id, order_no, payment_method, amount: await readDue(tx, order) }
  await cancelUnpaidOrder(tx, plugins, order, 'Replaced by a new order')
  return undefined
}

const hasSameInstruction = prepared<{ id: number }>(
  'order says same',
  `select o.id from orders o left join carts c on c.id = o.cart_id
  where o.id = $1::bigint and coalesce(o.instruction, '') = coalesce(nullif($2::text, ''), c.instruction, '')`,
)
