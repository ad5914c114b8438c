import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { carryOutRefunds } from '../gateways/refunds.ts'
import type { LockedOrder } from '../orders/model/lock-order.ts'
import { isUnpaid } from '../orders/model/order-states.ts'
import { orderPages, requireOrderToken } from '../orders/model/order-token.ts'
import { askGateway } from './ask-gateway.ts'
import { paymentFailed, paymentNotFound, paymentReturned } from './model/refusals.ts'
import { isOpen, type PaymentRow, paymentColumns } from './order-payment.ts'

type PaymentRef = { orderId: number; token: string; paymentId: string }

export type PaymentOutcome = {
  order_id: number
  payment_status: 'paid' | 'requires_action' | 'processing'
  redirect: string | null
}

/**
 * The result of a payment for a returning shopper: asks the gateway, never the browser. Idempotent, before
 * and after the webhook; an undecided payment is reported as such. Decisions §4, complete-payment.
 * @throws 404 for a wrong token or another order's payment; 409 PAYMENT_FAILED {payment_status, failure,
 * redirect}; 409 PAYMENT_RETURNED when the money could not be used for the order.
 */
export async function completePayment(services: PaymentServices, input: PaymentRef): Promise<PaymentOutcome> {
  await requireOrderToken(services, input)
  const known = await requirePayment(services.db, input)
  if (!isSettled(known)) {
    await askGateway(services, known.payment)
    await carryOutRefunds(services)
  }
  const { order, payment } = isSettled(known) ? known : await requirePayment(services.db, input)
  const pages = orderPages(order.id, input.token, order.payment_method)
  const about = { order_id: order.id, payment_id: payment.id }

  const isPaid =
    payment.change_id === null
      ? !isUnpaid(order.status) && order.status !== 'cancelled'
      : payment.status === 'paid'
  if (isPaid) return { order_id: order.id, payment_status: 'paid', redirect: pages.complete }
  if (payment.status === 'surplus')
    throw paymentReturned({ ...about, payment_status: 'refunded', redirect: pages.failed })
  if (isOpen(payment))
    return {
      order_id: order.id,
      payment_status: payment.status === 'processing' ? 'processing' : 'requires_action',
      redirect: null,
    }
  throw paymentFailed({
    ...about,
    payment_status: 'failed',
    failure: payment.failure,
    redirect: pages.failed,
  })
}

type Known = { order: Pick<LockedOrder, 'id' | 'status' | 'payment_method'>; payment: PaymentRow }

const isSettled = ({ payment }: Known) => payment.status === 'paid' || payment.status === 'surplus'

/** Another order's payment is treated as unknown. */
async function requirePayment(db: Db, { orderId, paymentId }: PaymentRef): Promise<Known> {
  const row = await paymentOfOrder.first(db, paymentId, orderId)
  if (!row) throw paymentNotFound()
  const { order_status, payment_method, ...payment } = row
  return { order: { id: orderId, status: order_status, payment_method }, payment }
}

const paymentOfOrder = prepared<PaymentRow & { order_status: LockedOrder['status']; payment_method: string }>(
  'payment of order',
  `select ${paymentColumns
    .split(', ')
    .map((column) => `p.${column}`)
    .join(', ')}, o.status as order_status, o.payment_method
  from payments p join orders o on o.id = p.order_id
  where p.id = $1::text and p.order_id = $2::bigint`,
)
