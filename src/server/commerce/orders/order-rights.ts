import type { OrderState } from '#contract/rules/order-status.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { settingDefaults } from '#server/shop/settings/defaults.ts'
import { isUnpaid } from './model/order-states.ts'

/** The shop's settings and the order's history that decide the allowed actions. */
export type Rights = {
  is_cancelling_enabled: boolean
  is_refund_enabled: boolean
  delivered_at: string | null
  has_invoice: boolean
}

const flag = (key: 'enable_cancel_order' | 'enable_refund') =>
  `coalesce((select s.value = 'true' from settings s where s.key = '${key}'), ${settingDefaults[key]})`

/** SQL: the rights of the order with the alias `order`. */
export const rightsSql = (order: string) => `json_build_object(
      'is_cancelling_enabled', ${flag('enable_cancel_order')},
      'is_refund_enabled', ${flag('enable_refund')},
      'delivered_at', (select max(e.at) from order_events e where e.order_id = ${order}.id and e.status = 'delivered'),
      'has_invoice', exists (select from invoices v where v.order_id = ${order}.id)
    )`

type RightsOrder = { status: OrderState; is_partly_shipped: boolean }
type RightsItem = { status: string; return_days: number; quantity: number; quantity_shipped: number }

/** Nothing of the order has left. */
export const isBeforeShipping = (status: OrderState) => status === 'placed' || status === 'packed'

/** Pieces of the order have not left: they can be cancelled, and their address changed. */
export const hasUnshipped = ({ status, is_partly_shipped }: RightsOrder) =>
  isBeforeShipping(status) || is_partly_shipped

/**
 * Staff can change what has not left, in an order whose money is not all back. One whose invoice bills all of it stays as it is.
 * ADR 0036.
 */
export const isChangeable = (order: RightsOrder & { payment_status: string; has_whole_invoice: boolean }) =>
  hasUnshipped(order) &&
  !order.has_whole_invoice &&
  ['pending', 'paid', 'partially_refunded'].includes(order.payment_status)

/** Something of it can be cancelled: what is unpaid as a whole, otherwise the pieces that have not left. */
export const isCancellable = (order: RightsOrder) => isUnpaid(order.status) || hasUnshipped(order)

/** May a shopper cancel it. Staff also may where the shop does not let shoppers do it. */
export const mayCancel = (order: RightsOrder, { is_cancelling_enabled }: Rights) =>
  is_cancelling_enabled && isCancellable(order)

const dayMs = 24 * 60 * 60 * 1_000

/** The actions allowed now for an order and for each of its lines; no other code decides this. Decisions §2, $Order. */
export function rightsOf(order: RightsOrder, rights: Rights, now = Date.now()) {
  const { status } = order
  const canCancel = mayCancel(order, rights)
  const mayReturn = rights.is_refund_enabled && rights.delivered_at !== null && status === 'delivered'
  const delivered = rights.delivered_at === null ? Number.NaN : Date.parse(rights.delivered_at)

  function ofItem({ status: itemStatus, return_days, quantity, quantity_shipped }: RightsItem) {
    const isLive = itemStatus === status
    const until = delivered + return_days * dayMs
    const isReturnable = mayReturn && isLive && return_days > 0
    return {
      can_cancel: canCancel && !isUnpaid(status) && isLive && quantity > quantity_shipped,
      can_refund: isReturnable && now <= until,
      refund_until: isReturnable ? new Date(until).toISOString() : null,
    }
  }
  return { canCancel, ofItem }
}

/** The actions that the shop allows for an order now, read within the transaction that performs one. */
export async function readRights(tx: Tx, orderId: number): Promise<Rights> {
  const row = await rightsOfOrder.first(tx, orderId)
  if (!row) throw new Error(`There is no order ${orderId}`)
  return row.rights
}

const rightsOfOrder = prepared<{ rights: Rights }>(
  'rights of order',
  `select ${rightsSql('o')} as rights from orders o where o.id = $1::bigint`,
)
