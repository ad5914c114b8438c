import type { Order } from '#contract/checkout.ts'
import { type OrderState, orderStatusLabel } from '#contract/rules/order-status.ts'
import { moveOrder } from '#server/checkout/order-states.ts'
import { findOrder } from '#server/checkout/read-order.ts'
import { prepared } from '#server/db/prepared.ts'
import { retrySerialization } from '#server/db/retry-serialization.ts'
import type { Db, Tx } from '#server/http/context.ts'
import { notFound } from '#server/http/errors.ts'

export type HeldOrder = {
  id: number
  order_no: string
  status: OrderState
  payment_status: Order['payment_status']
  payment_method: string
  eta_max_days: number | null
  placed_at: Date
  locale: string
}

/** Does work on an order that nobody else moves meanwhile; again, when PostgreSQL undid it for another's sake. */
export const inOrder = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  retrySerialization(() => db.transaction().execute(work))

/**
 * The order with this number, held until the transaction ends.
 * @throws 404 when there is none.
 */
export async function holdOrder(tx: Tx, order_no: string): Promise<HeldOrder> {
  const order = await held.first(tx, order_no)
  if (!order) throw notFound(`There is no order ${order_no}`)
  return order
}

/** One step after the other, so that no event is missing in the order's story. */
export async function moveThrough(tx: Tx, order: HeldOrder, ...steps: OrderState[]) {
  for (const step of steps) {
    await moveOrder(tx, order, step)
    order.status = step
  }
}

/** Where an order stands, before what that forbids. */
export const stateWords = ({ order_no, status }: Pick<HeldOrder, 'order_no' | 'status'>) =>
  `Order ${order_no} stands at "${orderStatusLabel(status)}".`

/** The whole order, as its owner sees it. */
export async function requireOrder(tx: Tx | Db, id: number): Promise<Order> {
  const order = await findOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

const held = prepared<HeldOrder>(
  'hold order by number',
  `select o.id, o.order_no, o.status, o.payment_status, o.payment_method, o.eta_max_days, o.placed_at,
    (select c.locale from channels c where c.id = o.channel_id) as locale
  from orders o where o.order_no = $1::text for update`,
)
