import type { OrderState } from '#contract/rules/order-status.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { OrderAccess } from './order-token.ts'

/** An order while it is locked. Money in minor units. */
export type LockedOrder = OrderAccess & {
  order_no: string
  status: OrderState
  is_partly_shipped: boolean
  payment_status: string
  payment_method: string
  cart_id: number | null
  cart_version: number
  grand_total: number
  is_tax_included: boolean
  currency: string
  locale: string
  coupon_code: string | null
  /** Its payment link is valid: a declined payment ends nothing. */
  is_held_for_link: boolean
  is_quote: boolean
}

/**
 * Locks the cart of an order, then the order, until the transaction ends. Every caller locks in this
 * sequence, which prevents deadlocks.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder | undefined> {
  await lockCartOf.first(tx, orderId)
  return lock.first(tx, orderId)
}

const lockCartOf = prepared(
  'lock cart of order',
  'select id from carts where id = (select cart_id from orders where id = $1::bigint) for update',
)

const lock = prepared<LockedOrder>(
  'lock order',
  `select id, access_key, order_no, status, is_partly_shipped, payment_status, payment_method, cart_id, cart_version, grand_total,
    is_tax_included, currency, (select c.locale from channels c where c.id = channel_id) as locale, coupon_code,
    coalesce(pay_by > now(), false) as is_held_for_link, is_quote
  from orders where id = $1::bigint for update`,
)
