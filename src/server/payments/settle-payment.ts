import { sql } from 'kysely'
import { keepHeldStock } from '../checkout/hold-stock.ts'
import { isUnpaid, moveOrder } from '../checkout/order-states.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { Tx } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import type { MailConfig } from '../notify/order-news.ts'
import { closePaidCart } from './close-paid-cart.ts'
import type { PaymentFacts, PaymentServices } from './gateway.ts'
import { expirePayments, failOrder, resumeOrder } from './give-up-order.ts'
import {
  findOpenPayment,
  findPayment,
  isOpen,
  lockOrder,
  type OrderToPay,
  type PaymentRow,
} from './lock-payment.ts'
import { queuePaymentReturned } from './payment-returned.ts'
import { requestRefund } from './refunds.ts'

/**
 * What the gateway says of a payment, taken into our books: the one place where an order becomes paid. It does not matter who
 * brings the word (the shopper's return, a webhook, the sweep), how often, or in which order: the first counts, the others find
 * it settled. `facts` must come from the gateway's API or a signed event, from nowhere else. Security §16 and §17, decisions §2.
 *
 * @returns false for a payment that is not ours.
 */
export const settlePayment = (
  { db, config }: Pick<PaymentServices, 'db' | 'config'>,
  gateway: string,
  facts: PaymentFacts,
): Promise<boolean> =>
  retrySerialization(() => db.transaction().execute((tx) => settleIn({ tx, config }, gateway, facts)))

/** A transaction, and what the links of its mails are made of. */
type Settling = { tx: Tx; config: MailConfig }

/** The same inside a transaction that has more to do: the event's id is stored with its effect. */
export async function settleIn(settling: Settling, gateway: string, facts: PaymentFacts): Promise<boolean> {
  const { tx } = settling
  const named = await findPayment(tx, facts.reference)
  if (!named || named.gateway !== gateway) return false
  const order = await lockOrder(tx, named.order_id)
  // Read again: whoever held the order may have settled it.
  const payment = await findPayment(tx, named.id)
  if (!order || !payment) return false
  // Its money has been taken in already; nothing that comes later undoes that.
  if (payment.status === 'paid' || payment.status === 'surplus') return true
  if (facts.status === 'paid') await takeIn(settling, order, payment, facts)
  else if (facts.status === 'failed') await refuse(tx, order, payment, facts)
  else if (facts.status === 'processing' && isOpen(payment)) await markProcessing.first(tx, payment.id)
  return true
}

/** Money has come. It pays the order, or it goes back and somebody is asked to look: there is no third end. */
async function takeIn(settling: Settling, order: OrderToPay, payment: PaymentRow, facts: PaymentFacts) {
  const { tx } = settling
  if (!isAsAgreed(order, payment, facts)) return giveBack(settling, order, payment, facts, 'amount_mismatch')
  if (!isUnpaid(order.status))
    return giveBack(settling, order, payment, facts, isPaid(order) ? 'paid_twice' : 'paid_after_cancel')
  // Given up before the money came: what was ordered must still be there.
  if (order.status === 'payment_failed' && !(await tryTo(tx, () => resumeOrder(tx, order))))
    return giveBack(settling, order, payment, facts, 'paid_out_of_stock')

  const captured = await capture.first(tx, payment.id, facts.gatewayPaymentId, facts.amount)
  if (!captured) throw new Error(`Payment ${payment.id} was settled while its order was held`)
  await keepHeldStock(tx, order.id)
  await markPaid.first(tx, order.id)
  await moveOrder(tx, { id: order.id, status: 'pending_payment' }, 'placed')
  await closePaidCart(tx, order)
  await sendWhatWaited.first(tx, order.id)
}

/** Also one of which something has gone back since. */
const isPaid = ({ payment_status }: OrderToPay) =>
  payment_status === 'paid' || payment_status === 'partially_refunded'

/** Amount, currency and order must be what we asked for, and the gateway's payment the one we started. */
const isAsAgreed = (order: OrderToPay, payment: PaymentRow, facts: PaymentFacts) =>
  facts.amount === payment.amount &&
  facts.currency === payment.currency &&
  facts.orderNo === order.order_no &&
  (payment.gateway_payment_id === null || payment.gateway_payment_id === facts.gatewayPaymentId)

const whys = {
  amount_mismatch: 'The amount we received is not that of your order.',
  paid_out_of_stock: 'Your payment came after its time, and what you ordered has been sold since.',
  paid_after_cancel: 'Your payment came after the order was cancelled.',
  paid_twice: 'Your order was paid twice.',
} as const

/** The defined end of money that the order has no use for: all of it goes back, the order is flagged, the shopper is told. */
async function giveBack(
  { tx, config }: Settling,
  order: OrderToPay,
  payment: PaymentRow,
  facts: PaymentFacts,
  reason: keyof typeof whys,
) {
  const taken = await takeSurplus.first(tx, payment.id, facts.gatewayPaymentId, facts.amount)
  if (!taken) throw new Error(`Payment ${payment.id} was settled while its order was held`)
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
    await moveOrder(tx, order, 'cancelled', whys[reason])
  }
  await queuePaymentReturned(tx, config, {
    orderId: order.id,
    paymentId: payment.id,
    amount: facts.amount,
    currency: facts.currency,
    why: whys[reason],
  })
}

/** The gateway's definite no. The order fails with it unless another payment of it is still on its way. */
async function refuse(tx: Tx, order: OrderToPay, payment: PaymentRow, facts: PaymentFacts) {
  if (payment.status === 'failed') return
  await markRefused.first(tx, payment.id, facts.gatewayPaymentId, facts.failure ?? 'declined')
  if (order.status === 'pending_payment' && !(await findOpenPayment(tx, order.id))) await failOrder(tx, order)
}

/** Runs what may be refused by a rule of the shop; a refusal undoes just that. */
async function tryTo(tx: Tx, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof ShopError)) throw thrown
    await sql`rollback to savepoint attempt`.execute(tx)
    return false
  }
  await sql`release savepoint attempt`.execute(tx)
  return true
}

const settled = `gateway_payment_id = coalesce(gateway_payment_id, $2::text), captured_amount = $3::bigint, failure = null,
  ask_again_at = null, updated_at = now() where id = $1::text and status not in ('paid', 'surplus') returning id`

const capture = prepared<{ id: string }>('capture payment', `update payments set status = 'paid', ${settled}`)

const takeSurplus = prepared<{ id: string }>(
  'take surplus payment',
  `update payments set status = 'surplus', ${settled}`,
)

const markRefused = prepared(
  'refuse payment',
  `update payments set status = 'failed', gateway_payment_id = coalesce(gateway_payment_id, $2::text), failure = $3::text,
    ask_again_at = null, updated_at = now()
  where id = $1::text and status not in ('paid', 'surplus')`,
)

const markProcessing = prepared(
  'payment in process',
  `update payments set status = 'processing', updated_at = now() where id = $1::text`,
)

const markPaid = prepared(
  'mark order paid',
  `update orders set payment_status = 'paid', placed_at = now() where id = $1::bigint`,
)

/** Flags pile up on few orders; the first is the one to begin with. */
const flag = prepared(
  'flag order for review',
  `update orders set review_reason = coalesce(review_reason, $2::text),
    payment_status = case when payment_status in ('paid', 'partially_refunded') or $2::text = 'amount_mismatch' then payment_status else 'refunded' end
  where id = $1::bigint`,
)

/** Mail and SMS of the order, once: they leave the order with the first who sends them. */
const sendWhatWaited = prepared(
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
