import type { Order } from '#contract/checkout.ts'
import {
  type OrderState,
  orderStatusLabel,
  type ShownState,
  shownStateOf,
} from '#contract/rules/order-status.ts'
import { awaitsTransfer } from '#contract/rules/payment-methods.ts'
import { hasWaitingChange } from '#server/commerce/orders/model/order-change.ts'
import { moveOrder } from '#server/commerce/orders/model/order-states.ts'
import type { OrderAccess } from '#server/commerce/orders/model/order-token.ts'
import { changeWaits, orderNotPaid, unknownOrder } from '#server/commerce/orders/model/refusals.ts'
import { findOrder } from '#server/commerce/orders/read-order.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

export type HeldOrder = OrderAccess & {
  order_no: string
  status: OrderState
  is_partly_shipped: boolean
  payment_status: Order['payment_status']
  payment_method: string
  eta_max_days: number | null
  placed_at: Date
  locale: string
  /** A change waits for the customer. */
  is_on_hold: boolean
}

/**
 * The order with this number, locked until the transaction ends.
 * @throws 404 when there is none.
 */
export async function holdOrder(tx: Tx, order_no: string): Promise<HeldOrder> {
  const order = await held.first(tx, order_no)
  if (!order) throw unknownOrder(order_no)
  return order
}

/** Passes every step in turn, so that no event is missing in the order's history. */
export async function moveThrough(tx: Tx, order: HeldOrder, ...steps: ShownState[]) {
  for (const step of steps) {
    await moveOrder(tx, { id: order.id, status: shownStateOf(order) }, step)
    order.is_partly_shipped = step === 'partly_shipped'
    order.status = step === 'partly_shipped' ? 'shipped' : step
  }
}

/**
 * The one condition for goods to leave: packing, shipping, the demo courier and the command line call it.
 * @param unpaid the operator lets an order go whose bank transfer has not arrived
 * @throws 409 ORDER_STATE, also while a change of the order waits for its customer
 */
export function requireMayLeave(order: HeldOrder, { unpaid = false }: { unpaid?: boolean | undefined }) {
  if (!unpaid && awaitsTransfer(order)) throw orderNotPaid(order.order_no)
  if (order.is_on_hold) throw changeWaits(order.order_no)
}

/** States the order's current state, for the start of a refusal. */
export const stateMessage = (order: Pick<HeldOrder, 'order_no' | 'status' | 'is_partly_shipped'>) =>
  `Order ${order.order_no} is in the state "${orderStatusLabel(shownStateOf(order))}".`

/** The whole order, as its owner sees it. */
export async function requireOrder(tx: Tx | Db, id: number): Promise<Order> {
  const order = await findOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

const held = prepared<HeldOrder>(
  'hold order by number',
  `select o.id, o.access_key, o.order_no, o.status, o.is_partly_shipped, o.payment_status, o.payment_method, o.eta_max_days, o.placed_at,
    (select c.locale from channels c where c.id = o.channel_id) as locale,
    ${hasWaitingChange} as is_on_hold
  from orders o where o.order_no = $1::text for update`,
)
