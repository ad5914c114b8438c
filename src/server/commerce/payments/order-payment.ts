import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { PaymentAction, PaymentFailure } from '../gateways/model/gateway.ts'

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
  /** It pays the difference of a change; null: the order. */
  change_id: number | null
  action: PaymentAction | null
}

export const paymentColumns = `id, order_id, gateway, gateway_payment_id, status, failure, amount, currency, captured_amount, change_id, action`

/** Payments that the shopper may still decide at the gateway. An order has at most one. */
export const openStatuses: readonly PaymentStatus[] = ['created', 'requires_action', 'processing']

export const isOpen = ({ status }: Pick<PaymentRow, 'status'>) => openStatuses.includes(status)

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
