import type { OrderState } from '#contract/rules/order-status.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../kernel/context.ts'
import type { OrderAccess } from '../orders/model/order-token.ts'
import type { PaymentAction, PaymentFailure } from './model/gateway.ts'

export type OrderToPay = OrderAccess & {
  order_no: string
  status: OrderState
  payment_status: string
  payment_method: string
  cart_id: number | null
  cart_version: number
  grand_total: number
  is_tax_included: boolean
  currency: string
  coupon_code: string | null
}

export type PaymentStatus =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'surplus'

export type PaymentRow = {
  id: string
  order_id: number
  gateway: string
  gateway_payment_id: string | null
  status: PaymentStatus
  failure: PaymentFailure | null
  amount: number
  currency: string
  captured_amount: number
  action: PaymentAction | null
}

export const paymentColumns = `id, order_id, gateway, gateway_payment_id, status, failure, amount, currency, captured_amount, action`

/** Payments that the shopper may still decide at the gateway. An order has at most one. */
export const openStatuses: readonly PaymentStatus[] = ['created', 'requires_action', 'processing']

export const isOpen = ({ status }: Pick<PaymentRow, 'status'>) => openStatuses.includes(status)

/**
 * Locks the cart of an order, then the order, until the transaction ends. Every caller locks in this
 * sequence, which prevents deadlocks.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderToPay | undefined> {
  await lockCartOf.first(tx, orderId)
  return lock.first(tx, orderId)
}

const lockCartOf = prepared(
  'lock cart of order',
  'select id from carts where id = (select cart_id from orders where id = $1::bigint) for update',
)

const lock = prepared<OrderToPay>(
  'lock order',
  `select id, access_key, order_no, status, payment_status, payment_method, cart_id, cart_version, grand_total,
    is_tax_included, currency, coupon_code
  from orders where id = $1::bigint for update`,
)

/** A payment by our id, without a lock. */
export const findPayment = (tx: Tx, id: string): Promise<PaymentRow | undefined> => byId.first(tx, id)

const byId = prepared<PaymentRow>(
  'payment by id',
  `select ${paymentColumns} from payments where id = $1::text`,
)

/** The order's open payment, if there is one. Call it while the order is locked. */
export const findOpenPayment = (tx: Tx, orderId: number): Promise<PaymentRow | undefined> =>
  openOf.first(tx, orderId)

const openOf = prepared<PaymentRow>(
  'open payment of order',
  `select ${paymentColumns} from payments
  where order_id = $1::bigint and status in ('created', 'requires_action', 'processing')`,
)
