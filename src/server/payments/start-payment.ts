import { randomBytes } from 'node:crypto'
import { isUnpaid } from '../checkout/order-states.ts'
import { orderToken } from '../checkout/order-token.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import { json } from '../db/schema.ts'
import type { Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { findOnlineGateway } from './find-gateway.ts'
import type { OnlineGateway, PaymentAction, PaymentServices, StartedPayment } from './gateway.ts'
import { extendHold, resumeOrder } from './give-up-order.ts'
import {
  findOpenPayment,
  lockOrder,
  type OrderToPay,
  type PaymentRow,
  paymentColumns,
} from './lock-payment.ts'
import { orderPages } from './order-pages.ts'
import { requireOrderToken } from './require-order-token.ts'

type Asked = { orderId: number; token: string; method: string | undefined }

export type PaymentToMake = {
  payment_id: string
  payment_status: 'requires_action' | 'processing'
  action: PaymentAction
}

/**
 * Where the shopper goes to pay an order that waits for its payment. A payment that is open already is the one that goes on, so
 * that a second press or a reload pays nothing twice; a failed order takes its stock again first. Decisions §4, process-payment.
 *
 * @throws 404 for a wrong token; 409 ALREADY_PAID, ORDER_CANCELLED, PAYMENT_METHOD_CHANGED, OUT_OF_STOCK, COUPON_INVALID, and
 *   PAYMENT_UNAVAILABLE when the gateway does not answer: then nothing was started and the same call may be made again.
 */
export async function startPayment(services: PaymentServices, asked: Asked): Promise<PaymentToMake> {
  const { db, config, log } = services
  requireOrderToken(config.tokenSecret, asked)
  const { order, payment } = await retrySerialization(() =>
    db.transaction().execute((tx) => openPayment(tx, services, asked)),
  )
  if (payment.action)
    return {
      payment_id: payment.id,
      payment_status: payment.status === 'processing' ? 'processing' : 'requires_action',
      action: payment.action,
    }

  const gateway = requireGateway(services, payment.gateway)
  const pages = orderPages(order.id, orderToken(config.tokenSecret, order.id, 'complete'), payment.gateway)
  let started: StartedPayment
  try {
    started = await gateway.start({
      id: payment.id,
      orderNo: order.order_no,
      amount: payment.amount,
      currency: payment.currency,
      returnPath: pages.complete,
      cancelPath: pages.failed,
      postedBackPath: pages.postedBack,
    })
  } catch (error) {
    log.warn({ err: error, order: order.order_no }, 'the payment gateway could not be reached')
    throw unavailable()
  }
  const kept = await keepStarted.first(db, payment.id, started.gatewayPaymentId, json(started.action))
  if (!kept?.action) throw unavailable()
  return { payment_id: payment.id, payment_status: 'requires_action', action: kept.action }
}

async function openPayment(tx: Tx, services: PaymentServices, { orderId, method }: Asked) {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`Order ${orderId} has a token and does not exist`)
  requirePayable(order, services.config.tokenSecret)
  if (method !== undefined && method !== order.payment_method)
    throw rejected('PAYMENT_METHOD_CHANGED', 'Please choose the other way to pay at the payment step')
  requireGateway(services, order.payment_method)

  if (order.status === 'payment_failed') await resumeOrder(tx, order)
  else await extendHold(tx, order.id)
  const payment = (await findOpenPayment(tx, order.id)) ?? (await makePayment(tx, order))
  return { order, payment }
}

function requirePayable(order: OrderToPay, secret: string) {
  if (isUnpaid(order.status)) return
  if (order.status === 'cancelled')
    throw rejected('ORDER_CANCELLED', 'This order was cancelled. Please order again from your cart')
  const { complete } = orderPages(order.id, orderToken(secret, order.id, 'complete'), order.payment_method)
  throw rejected('ALREADY_PAID', 'There is nothing to pay: this order is placed', {
    data: { redirect: complete },
  })
}

function requireGateway(services: PaymentServices, code: string): OnlineGateway {
  const gateway = findOnlineGateway(services, code)
  if (!gateway) throw unavailable()
  return gateway
}

const unavailable = () =>
  rejected(
    'PAYMENT_UNAVAILABLE',
    'The payment service does not answer. You have not been charged. Please try again in a moment',
  )

async function makePayment(tx: Tx, order: OrderToPay): Promise<PaymentRow> {
  const id = `pay_${randomBytes(18).toString('base64url')}`
  const payment = await insert.first(
    tx,
    id,
    order.id,
    order.payment_method,
    order.grand_total,
    order.currency,
  )
  if (!payment) throw new Error('The payment was not written')
  return payment
}

/** If nobody brings word of it, we ask the gateway ourselves after ten minutes (security §17). */
const insert = prepared<PaymentRow>(
  'insert payment',
  `insert into payments (id, order_id, gateway, status, amount, currency, ask_again_at)
  values ($1, $2, $3, 'created', $4, $5, now() + interval '10 minutes')
  returning ${paymentColumns}`,
)

/**
 * Word of the payment may have come before the gateway's answer to us: that is not overwritten. And of two that announced it at
 * once the first is the one whose way the shopper is sent, as only its payment at the gateway is ours.
 */
const keepStarted = prepared<Pick<PaymentRow, 'action'>>(
  'keep started payment',
  `update payments set gateway_payment_id = coalesce(gateway_payment_id, $2::text),
    action = case when action is null and coalesce(gateway_payment_id, $2::text) = $2::text then $3::jsonb else action end,
    status = case when status = 'created' then 'requires_action' else status end, updated_at = now()
  where id = $1::text
  returning action`,
)
