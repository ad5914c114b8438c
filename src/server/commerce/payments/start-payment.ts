import { randomBytes } from 'node:crypto'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { findOnlineGateway } from '../gateways/find-gateway.ts'
import type {
  OnlineGateway,
  PaymentAction,
  PaymentServices,
  StartedPayment,
} from '../gateways/model/gateway.ts'
import { readDue } from '../orders/exchange-credit.ts'
import { findAwaitedReturn } from '../orders/model/exchange.ts'
import { type LockedOrder, lockOrder } from '../orders/model/lock-order.ts'
import { findWaitingChange } from '../orders/model/order-change.ts'
import { isUnpaid } from '../orders/model/order-states.ts'
import { orderPages, orderToken, requireOrderToken } from '../orders/model/order-token.ts'
import { extendHold, resumeOrder } from './cancel-unpaid-order.ts'
import {
  alreadyPaid,
  gatewayUnavailable,
  orderCancelled,
  paymentMethodChanged,
  returnFirst,
} from './model/refusals.ts'
import { findOpenPayment, type PaymentRow, paymentColumns } from './order-payment.ts'

type PaymentRequest = { orderId: number; token: string; method: string | undefined }

export type PaymentToMake = {
  payment_id: string
  payment_status: 'requires_action' | 'processing'
  action: PaymentAction
}

/**
 * Starts the payment of an order that waits for it and returns where the shopper goes. An open payment is
 * continued, so that a second press or a reload does not pay twice; a failed order reserves its stock again
 * first. Decisions §4, process-payment.
 * @throws 404 for a wrong token; 409 ALREADY_PAID, ORDER_CANCELLED, PAYMENT_METHOD_CHANGED, OUT_OF_STOCK,
 * COUPON_INVALID, and PAYMENT_UNAVAILABLE when the gateway does not answer: nothing was started then, and the
 * call may be repeated.
 */
export async function startPayment(services: PaymentServices, input: PaymentRequest): Promise<PaymentToMake> {
  const { db, config, log } = services
  await requireOrderToken(services, input)
  const { order, payment } = await retrySerialization(() =>
    db.transaction().execute((tx) => openPayment(tx, services, input)),
  )
  if (payment.action)
    return {
      payment_id: payment.id,
      payment_status: payment.status === 'processing' ? 'processing' : 'requires_action',
      action: payment.action,
    }

  const gateway = requireGateway(services, payment.gateway)
  const pages = orderPages(order.id, orderToken(config, order, 'complete'), payment.gateway)
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
    throw gatewayUnavailable()
  }
  const stored = await keepStarted.first(db, payment.id, started.gatewayPaymentId, json(started.action))
  if (!stored?.action) throw gatewayUnavailable()
  return { payment_id: payment.id, payment_status: 'requires_action', action: stored.action }
}

async function openPayment(tx: Tx, services: PaymentServices, { orderId, method }: PaymentRequest) {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`Order ${orderId} has a token and does not exist`)
  const due = await requirePayable(tx, order, services.config)
  if (method !== undefined && method !== due.gateway) throw paymentMethodChanged()
  requireGateway(services, due.gateway)

  if (order.status === 'payment_failed') await resumeOrder(tx, order)
  else if (due.change_id === null) await extendHold(tx, order.id)
  // Stored value that was released pays its part again only once the order is resumed.
  const amount = due.change_id === null ? await readDue(tx, order) : due.amount
  const payment = (await findOpenPayment(tx, order.id)) ?? (await makePayment(tx, order, { ...due, amount }))
  return { order, payment }
}

type Due = { amount: number; gateway: string; change_id: number | null }

/** What is to be paid: the order, or the difference of a change that waits. */
async function requirePayable(tx: Tx, order: LockedOrder, secrets: SigningSecrets): Promise<Due> {
  if (isUnpaid(order.status)) {
    if (await findAwaitedReturn(tx, order.id)) throw returnFirst()
    return { amount: order.grand_total, gateway: order.payment_method, change_id: null }
  }
  const change = await findWaitingChange(tx, order.id)
  if (change && change.gateway !== null && !change.is_overdue)
    return { amount: change.difference, gateway: change.gateway, change_id: change.id }
  if (order.status === 'cancelled') throw orderCancelled()
  const { complete } = orderPages(order.id, orderToken(secrets, order, 'complete'), order.payment_method)
  throw alreadyPaid(complete)
}

function requireGateway(services: PaymentServices, code: string): OnlineGateway {
  const gateway = findOnlineGateway(services, code)
  if (!gateway) throw gatewayUnavailable()
  return gateway
}

async function makePayment(
  tx: Tx,
  order: LockedOrder,
  { amount, gateway, change_id }: Due,
): Promise<PaymentRow> {
  const id = `pay_${randomBytes(18).toString('base64url')}`
  const payment = await insert.first(tx, id, order.id, gateway, amount, order.currency, change_id)
  if (!payment) throw new Error('The payment was not written')
  return payment
}

/** Without a webhook or a returning shopper the gateway is queried after ten minutes (security §17). */
const insert = prepared<PaymentRow>(
  'insert payment',
  `insert into payments (id, order_id, gateway, status, amount, currency, change_id, ask_again_at)
  values ($1, $2, $3, 'created', $4, $5, $6::bigint, now() + interval '10 minutes')
  returning ${paymentColumns}`,
)

/**
 * A webhook may arrive before the gateway's response; it is not overwritten. Of two simultaneous starts the
 * first wins, because only its gateway payment is stored.
 */
const keepStarted = prepared<Pick<PaymentRow, 'action'>>(
  'keep started payment',
  `update payments set gateway_payment_id = coalesce(gateway_payment_id, $2::text),
    action = case when action is null and coalesce(gateway_payment_id, $2::text) = $2::text then $3::jsonb else action end,
    status = case when status = 'created' then 'requires_action' else status end, updated_at = now()
  where id = $1::text
  returning action`,
)
