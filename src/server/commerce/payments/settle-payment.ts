import { sql } from 'kysely'
import { confirmHeldStock } from '#server/catalog/stock/hold-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import type { PaymentFacts, PaymentServices } from '../gateways/model/gateway.ts'
import { requestRefund } from '../gateways/refunds.ts'
import { recordUnpaidCancellation } from '../orders/cancel-order.ts'
import { applyChange } from '../orders/changes/apply-change.ts'
import type { MailConfig } from '../orders/messages/order-message.ts'
import { findExchange } from '../orders/model/exchange.ts'
import { type LockedOrder, lockOrder } from '../orders/model/lock-order.ts'
import { findWaitingChange } from '../orders/model/order-change.ts'
import { isUnpaid, moveOrder } from '../orders/model/order-states.ts'
import { runPaid } from '../orders/shipping/run-paid.ts'
import { expirePayments, failOrder, resumeOrder } from './cancel-unpaid-order.ts'
import { closePaidCart } from './close-paid-cart.ts'
import { findOpenPayment, findPayment, isOpen, type PaymentRow } from './order-payment.ts'
import { queuePaymentReturned } from './payment-returned.ts'

/**
 * Records what the gateway reports of a payment: the only function that marks an order paid. Reports (the customer's
 * return, a webhook, the sweep) may repeat and come in any order: the first settles the payment, later ones do nothing.
 * `facts` must come from the gateway's API or a signed event. Security §16 and §17, decisions §2.
 *
 * @returns false for a payment that is not ours.
 */
export const settlePayment = (
  { db, config, plugins }: Pick<PaymentServices, 'db' | 'config' | 'plugins'>,
  gateway: string,
  facts: PaymentFacts,
): Promise<boolean> =>
  retrySerialization(() =>
    db.transaction().execute((tx) => settleIn({ tx, config, plugins }, gateway, facts)),
  )

/** A transaction, the configuration for links in mails, and the plugins whose hooks run. */
type Settling = { tx: Tx; config: MailConfig; plugins: HookRunner }

/** The same inside a transaction that has more to do: the event's id is stored with its effect. */
export async function settleIn(settling: Settling, gateway: string, facts: PaymentFacts): Promise<boolean> {
  const { tx } = settling
  const named = await findPayment(tx, facts.reference)
  if (!named || named.gateway !== gateway) return false
  const order = await lockOrder(tx, named.order_id)
  // Read again: another transaction may have settled the order before this one locked it.
  const payment = await findPayment(tx, named.id)
  if (!order || !payment) return false
  // The money is already recorded; a later report does not undo that.
  if (payment.status === 'paid' || payment.status === 'surplus') return true
  if (facts.status === 'paid') await recordCapture(settling, order, payment, facts)
  else if (facts.status === 'failed') await markDeclined(tx, order, payment, facts)
  else if (facts.status === 'processing' && isOpen(payment)) await markProcessing.first(tx, payment.id)
  return true
}

/** A captured payment either pays the order or is refunded, with the order flagged for review. */
async function recordCapture(
  settling: Settling,
  order: LockedOrder,
  payment: PaymentRow,
  facts: PaymentFacts,
) {
  const { tx, plugins } = settling
  if (!isAsAgreed(order, payment, facts))
    return refundSurplus(settling, order, payment, facts, 'amount_mismatch')
  if (payment.change_id !== null) return payChange(settling, order, payment, facts)
  if (!isUnpaid(order.status))
    return refundSurplus(settling, order, payment, facts, isPaid(order) ? 'paid_twice' : 'paid_after_cancel')
  // The order was cancelled before the payment: its items must still be in stock, and its coupon unused.
  const refusal =
    order.status === 'payment_failed' ? await inSavepoint(tx, () => resumeOrder(tx, order)) : undefined
  if (refusal) return refundSurplus(settling, order, payment, facts, 'paid_out_of_stock', refusal)

  const captured = await capture.first(tx, payment.id, facts.gatewayPaymentId, facts.amount)
  if (!captured) throw new Error(`Payment ${payment.id} was settled while its order was held`)
  await placeWaitingOrder(tx, plugins, order, { isPaid: true })
}

/** Places an order that waited, with the stock that it holds. One that is not paid is paid on delivery. The order must be locked. */
export async function placeWaitingOrder(
  tx: Tx,
  plugins: HookRunner,
  order: Pick<LockedOrder, 'id' | 'cart_id' | 'cart_version'>,
  { isPaid }: { isPaid: boolean },
) {
  await confirmHeldStock(tx, order.id)
  await markPlaced.first(tx, order.id, isPaid ? 'paid' : 'pending')
  await moveOrder(tx, { id: order.id, status: 'pending_payment' }, 'placed')
  await closePaidCart(tx, order)
  await releaseHeldMessages.first(tx, order.id)
  await plugins.runHooks(tx, 'order.placed', { order_id: order.id })
  if (isPaid) await runPaid(tx, plugins, order.id)
}

/** The difference of a change: the change is carried out, if it still waits. */
async function payChange(settling: Settling, order: LockedOrder, payment: PaymentRow, facts: PaymentFacts) {
  const { tx } = settling
  const change = await findWaitingChange(tx, order.id)
  if (change?.id !== payment.change_id)
    return refundSurplus(settling, order, payment, facts, 'paid_after_cancel')
  const captured = await capture.first(tx, payment.id, facts.gatewayPaymentId, facts.amount)
  if (!captured) throw new Error(`Payment ${payment.id} was settled while its order was held`)
  await applyChange(tx, settling, change)
}

/** Also a payment that has since been partly refunded. */
const isPaid = ({ payment_status }: LockedOrder) =>
  payment_status === 'paid' || payment_status === 'partially_refunded'

/** Amount, currency, order and gateway payment must match the payment that was started. */
const isAsAgreed = (order: LockedOrder, payment: PaymentRow, facts: PaymentFacts) =>
  facts.amount === payment.amount &&
  facts.currency === payment.currency &&
  facts.orderNo === order.order_no &&
  (payment.gateway_payment_id === null || payment.gateway_payment_id === facts.gatewayPaymentId)

const surplusReasons = {
  amount_mismatch: 'The amount we received is not that of your order.',
  paid_out_of_stock: 'Your payment came after its time, and what you ordered has been sold since.',
  paid_after_cancel: 'Your payment came after the order was cancelled.',
  paid_twice: 'Your order was paid twice.',
} as const

/** Of `paid_out_of_stock` where the items are there. */
const couponUsed =
  'Your payment came after its time, and a coupon or credit of your order has been used since.'

/** A payment that the order cannot use is refunded in full; the order is flagged, the customer notified. */
async function refundSurplus(
  { tx, config, plugins }: Settling,
  order: LockedOrder,
  payment: PaymentRow,
  facts: PaymentFacts,
  reason: keyof typeof surplusReasons,
  refusal?: ShopError,
) {
  const why = refusal?.code === 'COUPON_INVALID' ? couponUsed : surplusReasons[reason]
  const recorded = await recordSurplus.first(tx, payment.id, facts.gatewayPaymentId, facts.amount)
  if (!recorded) throw new Error(`Payment ${payment.id} was settled while its order was held`)
  await requestRefund(tx, { paymentId: payment.id, amount: facts.amount, reason })
  await flag.first(tx, order.id, reason)
  if (
    reason === 'amount_mismatch' &&
    order.status === 'pending_payment' &&
    !(await findOpenPayment(tx, order.id))
  )
    await failOrder(tx, order)
  if (reason === 'paid_out_of_stock') {
    await expirePayments(tx, order.id)
    if (await findExchange(tx, order.id))
      await recordUnpaidCancellation(tx, config, order, { reason: 'out_of_stock' })
    await moveOrder(tx, order, 'cancelled', why)
    await plugins.runHooks(tx, 'order.cancelled', { order_id: order.id })
  }
  await queuePaymentReturned(tx, config, {
    orderId: order.id,
    paymentId: payment.id,
    amount: facts.amount,
    currency: facts.currency,
    why: payment.change_id === null ? why : 'Your payment came after the time for the change of your order.',
  })
}

/** Records a declined payment. The order fails too, unless another of its payments is still open or its payment link is valid. */
async function markDeclined(tx: Tx, order: LockedOrder, payment: PaymentRow, facts: PaymentFacts) {
  if (payment.status === 'failed') return
  await setDeclined.first(tx, payment.id, facts.gatewayPaymentId, facts.failure ?? 'declined')
  const isOver = order.status === 'pending_payment' && !order.is_held_for_link
  if (isOver && !(await findOpenPayment(tx, order.id))) await failOrder(tx, order)
}

/** Runs work in a savepoint; a refusal by a rule of the shop rolls back only that, and is returned. */
async function inSavepoint(tx: Tx, work: () => Promise<void>): Promise<ShopError | undefined> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof ShopError)) throw thrown
    await sql`rollback to savepoint attempt`.execute(tx)
    return thrown
  }
  await sql`release savepoint attempt`.execute(tx)
  return undefined
}

const settled = `gateway_payment_id = coalesce(gateway_payment_id, $2::text), captured_amount = $3::bigint, failure = null,
  ask_again_at = null, updated_at = now() where id = $1::text and status not in ('paid', 'surplus') returning id`

const capture = prepared<{ id: string }>('capture payment', `update payments set status = 'paid', ${settled}`)

const recordSurplus = prepared<{ id: string }>(
  'take surplus payment',
  `update payments set status = 'surplus', ${settled}`,
)

const setDeclined = prepared(
  'refuse payment',
  `update payments set status = 'failed', gateway_payment_id = coalesce(gateway_payment_id, $2::text), failure = $3::text,
    ask_again_at = null, updated_at = now()
  where id = $1::text and status not in ('paid', 'surplus')`,
)

const markProcessing = prepared(
  'payment in process',
  `update payments set status = 'processing', updated_at = now() where id = $1::text`,
)

const markPlaced = prepared(
  'mark waiting order placed',
  `update orders set payment_status = $2::text, placed_at = now() where id = $1::bigint`,
)

/** Keeps the first flag of an order. */
const flag = prepared(
  'flag order for review',
  `update orders set review_reason = coalesce(review_reason, $2::text),
    payment_status = case when payment_status in ('paid', 'partially_refunded') or $2::text = 'amount_mismatch' then payment_status else 'refunded' end
  where id = $1::bigint`,
)

/** Sends the order's queued mail and SMS, once: the first sender removes them from the order. */
const releaseHeldMessages = prepared(
  'send what waited for payment',
  `with waiting as (
    select id, messages_when_paid as messages from orders where id = $1::bigint and messages_when_paid is not null
  ),
  emptied as (
    update orders o set messages_when_paid = null from waiting where o.id = waiting.id
  )
  insert into outbox (channel, kind, order_id, recipient, subject, text, html)
  select m.channel, m.kind, m.order_id, m.recipient, coalesce(m.subject, ''), m.text, m.html
  from waiting, jsonb_populate_recordset(null::outbox, waiting.messages) m
  on conflict (order_id, kind, channel) do nothing`,
)
