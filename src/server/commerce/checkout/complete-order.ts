import type { Order } from '#contract/checkout.ts'
import { addressTexts } from '#contract/rules/address.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { findOrderAccess, isOrderToken } from '../orders/model/order-token.ts'
import { completeForMs, isOrderingBrowser } from '../orders/model/ordering-browser.ts'
import { orderNotFound } from '../orders/model/refusals.ts'
import { trackToken } from '../orders/model/track-link.ts'
import { findOrder } from '../orders/read-order.ts'
import type { OrderCaller } from '../orders/require-order.ts'

/**
 * The order of a signed link, for 24 hours after it was placed or changed and as long as its payment link is valid; with its tracking token
 * after that too. Everyone but its
 * customer and the browser that placed it gets number and state only: an address is easily passed on. Spec §2
 * (/checkout-complete), decisions §3, ADR 0037.
 * @throws 404 for a wrong token, an unknown order and an expired link, indistinguishably.
 */
export async function completeOrder(
  db: Db,
  { config: secrets, visitor }: OrderCaller,
  { orderId, token }: { orderId: number; token: string },
): Promise<Order> {
  const access = await findOrderAccess(db, orderId)
  const isHolder =
    access !== undefined &&
    (isOrderToken(secrets, access, 'complete', token) || isOrderToken(secrets, access, 'browser', token))
  const order = isHolder ? await findOrder(db, orderId) : undefined
  if (!access || !order || Date.now() > endOf(order)) throw orderNotFound()
  const isOwn =
    visitor.customerId !== null && (await customerOf.first(db, orderId))?.id === visitor.customerId
  if (!isOwn && !isOrderingBrowser(secrets, access, visitor.cookies)) return withoutPerson(order)
  return { ...order, token: trackToken(secrets, { ...access, order_no: order.order_no }) }
}

const endOf = ({ placed_at, pay_by, can_pay, timeline }: Order) =>
  Math.max(
    Date.parse(latestOf(placed_at, timeline)) + completeForMs,
    can_pay && pay_by ? Date.parse(pay_by) : 0,
  )

/** A change that was paid has the same page, and the same time. */
const latestOf = (placed_at: string, timeline: Order['timeline']) =>
  timeline.findLast(({ status }) => status === 'change_applied')?.at ?? placed_at

const customerOf = prepared<{ id: number | null }>(
  'customer of order',
  'select customer_id as id from orders where id = $1::bigint',
)

/** Number, state and times; what is still to be paid too, because a payment may be finished on another device. */
function withoutPerson({ adjustments: _, ...order }: Order): Order {
  const nothing = { ...order.grand_total, amount: 0 }
  const totals = Object.fromEntries(Object.keys(order.totals).map((name) => [name, nothing]))
  const address = {
    ...order.shipping_address,
    ...Object.fromEntries(addressTexts.map((column) => [column, ''])),
  }
  return {
    ...order,
    ...{ grand_total: nothing, totals: totals as Order['totals'] },
    ...{ token: null, payment: null, payment_instructions: '', coupon: null, email: null, phone: null },
    ...{ instruction: null, productchannel: [], shipments: [], refunds: [], owed_refunds: [], payout: null },
    ...{ invoices: [], can_cancel: false, can_refund: false, can_pay: false, can_download_invoice: false },
    ...{ shipping_address: address },
    ...{ billing_address: address },
    exchange: null,
    change: order.change && { ...order.change, new_total: nothing, taken_out: [], put_in: [] },
    ...(order.can_pay && {
      can_pay: true,
      grand_total: order.change?.difference ?? order.exchange?.due ?? order.grand_total,
      payment: order.payment,
    }),
  }
}
