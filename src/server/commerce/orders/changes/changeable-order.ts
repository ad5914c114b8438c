import type { Address } from '#contract/cart.ts'
import type { OrderState } from '#contract/rules/order-status.ts'
import type { NamedDiscount } from '#contract/rules/promotions/named-discounts.ts'
import type { Customised } from '#server/commerce/cart/model/customisation.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type Charges, hasWaitingChange, type Sums } from '../model/order-change.ts'
import { changeWaits, orderNotChangeable, orderNotFound } from '../model/refusals.ts'
import { lineColumns, type OrderLine } from '../order-lines.ts'
import { isChangeable } from '../order-rights.ts'

/** An order with all that a change of it depends on. Money in minor units. */
export type ChangeableOrder = Charges &
  Sums & {
    id: number
    order_no: string
    channel_code: string
    status: OrderState
    is_partly_shipped: boolean
    payment_status: string
    payment_method: string
    currency: string
    payment_fee: number
    grand_total: number
    is_tax_included: boolean
    coupon_code: string | null
    shipping_address: Address
    instruction: string | null
    has_whole_invoice: boolean
    has_waiting_change: boolean
  }

/** A line of the order, or one that a change removed: `origin` is the line that both were once pieces of. */
export type ChangeableLine = OrderLine & {
  origin: number
  is_removed: boolean
  cancellation_id: number | null
  sku: string
  image_path: string | null
  tax_rate: number
  customisation: Customised | null
  adjustments: NamedDiscount[] | null
}

/**
 * The order must be locked.
 * @throws 404; 409 ORDER_STATE for an order that cannot be changed, and while a change waits
 */
export async function requireChangeable(tx: Tx, orderId: number) {
  const order = await orderToChange.first(tx, orderId)
  if (!order) throw orderNotFound()
  if (!isChangeable(order)) throw orderNotChangeable()
  if (order.has_waiting_change) throw changeWaits(order.order_no)
  return { order, lines: await linesOfOrder(tx, order) }
}

/** The lines that the order has, and those that changes removed. */
export const linesOfOrder = (tx: Tx, { id, status }: { id: number; status: OrderState }) =>
  linesToChange.all(tx, id, status)

const orderToChange = prepared<ChangeableOrder>(
  'order to change',
  `select o.id, o.order_no, (select c.code from channels c where c.id = o.channel_id) as channel_code, o.status, o.is_partly_shipped,
    o.payment_status, o.payment_method, o.shipping_method, o.shipping_method_name, o.eta_min_days, o.eta_max_days, o.currency,
    o.subtotal, o.discount_total, o.shipping_total, o.payment_fee, o.tax_total, o.grand_total, o.is_tax_included,
    o.charges_tax_rate, o.shipping_tax, o.payment_fee_tax, o.coupon_code, o.shipping_address, o.instruction,
    exists (select from invoices n where n.order_id = o.id and n.shipment_id is null) as has_whole_invoice,
    ${hasWaitingChange} as has_waiting_change
  from orders o where o.id = $1::bigint`,
)

const linesToChange = prepared<ChangeableLine>(
  'lines of order to change',
  `select ${lineColumns}, coalesce(i.split_from, i.id) as origin, i.status = 'cancelled' as is_removed, i.cancellation_id, i.sku, i.image_path, i.tax_rate,
    i.customisation, i.adjustments
  from order_items i left join order_cancellations k on k.id = i.cancellation_id
  where i.order_id = $1::bigint and (i.status = $2::text or i.status = 'cancelled' and k.change_id is not null) order by i.id`,
)
