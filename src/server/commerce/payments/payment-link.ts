import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import type { LinkConfig } from '#server/platform/notify/unsubscribe-link.ts'
import { findOnlineGateway } from '../gateways/find-gateway.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { readDue } from '../orders/exchange-credit.ts'
import { orderMail, queueOrderMessage } from '../orders/messages/order-message.ts'
import { sampleUrl } from '../orders/messages/sample-order.ts'
import { findAwaitedReturn } from '../orders/model/exchange.ts'
import { type LockedOrder, lockOrder } from '../orders/model/lock-order.ts'
import { isUnpaid } from '../orders/model/order-states.ts'
import { type OrderAccess, orderPages, orderToken } from '../orders/model/order-token.ts'
import { orderNotFound } from '../orders/model/refusals.ts'
import { resumeOrder } from './cancel-unpaid-order.ts'
import { noPaymentLink } from './model/refusals.ts'

type Payable = OrderAccess & { payment_method: string }

/** The page where an unpaid order is paid online; it opens number, state and amount to everyone who has the address. */
export const paymentLink = (config: LinkConfig, order: Payable): string =>
  config.storeUrl + orderPages(order.id, orderToken(config, order, 'complete'), order.payment_method).failed

/**
 * Keeps an unpaid order with its stock for some days, and sends its customer the link to pay it online. It replaces the time of a
 * link before. ADR 0034.
 * @param days 1 to 14
 * @throws 404; 409 ORDER_STATE when the order is paid, cancelled, or not to be paid online; 409 OUT_OF_STOCK or COUPON_INVALID when
 * what a failed order has released is gone
 */
export const sendPaymentLink = (services: PaymentServices, orderId: number, days: number): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw orderNotFound()
    if (!isUnpaid(order.status) || !findOnlineGateway(services, order.payment_method)) throw noPaymentLink()
    if (await findAwaitedReturn(tx, orderId)) throw noPaymentLink()
    if (order.status === 'payment_failed') await resumeOrder(tx, order)
    await queuePaymentLink(tx, services.config, order, await keepForPayment(tx, services.config, order, days))
  })

type PaymentLink = { href: string; pay_by: string }

/** Keeps an unpaid order that is locked for some days. @returns where and until when it is paid */
export async function keepForPayment(
  tx: Tx,
  config: LinkConfig,
  order: Payable,
  days: number,
): Promise<PaymentLink> {
  const held = await keep.first(tx, order.id, days)
  if (!held?.pay_by) throw new Error(`Order ${order.id} was changed while it was held`)
  return { href: paymentLink(config, order), pay_by: held.pay_by.toISOString() }
}

const keep = prepared<{ pay_by: Date | null }>(
  'keep order for payment link',
  `update orders set pay_by = now() + make_interval(days => $2::integer), held_until = now() + make_interval(days => $2::integer)
  where id = $1::bigint returning pay_by`,
)

async function queuePaymentLink(
  tx: Tx,
  config: LinkConfig,
  order: LockedOrder,
  { href, pay_by: payBy }: PaymentLink,
) {
  const items = await itemsOf.all(tx, order.id)
  const due = await readDue(tx, order)
  await queueOrderMessage(tx, config, order.id, ({ order_no, locale, amount }) => {
    const values = {
      order_no,
      amount: amount(due),
      day: dayText(payBy, locale, timeZoneOf(locale)),
    }
    return {
      kind: `payment_link:${Date.parse(payBy)}`,
      mail: paymentLinkMail,
      values,
      lines: items.map(({ name, quantity }) => ({ name: `${quantity} × ${name}` })),
      button: { label: `Pay ${values.amount}`, href },
      sms: `please pay ${values.amount} for order ${order_no} by ${values.day}: ${href}`,
    }
  })
}

const itemsOf = prepared<{ name: string; quantity: number }>(
  'items of order to pay',
  'select name, quantity from order_items where order_id = $1::bigint order by id',
)

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  amount: { title: 'Amount', sample: '₹3,380' },
  day: { title: 'Last day of the link', sample: '24 Nov 2026' },
}

export const paymentLinkMail: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'payment_link',
  group: 'Orders',
  title: 'Payment link',
  help: 'When you send the customer of an unpaid order a link to pay online.',
  placeholders,
  defaults: ({ order_no, amount, day }) => ({
    subject: `Pay for your order ${order_no}`,
    heading: 'Your order waits for your payment',
    intro: `Please pay ${amount} by ${day}. Until then we keep the items for you.`,
  }),
  sample: (look) =>
    orderMail(
      look,
      {
        mail: paymentLinkMail,
        values: samplesOf(placeholders),
        lines: [{ name: '2 × Moon Vase' }],
        button: { label: `Pay ${placeholders.amount.sample}`, href: sampleUrl(look) },
      },
      sampleUrl(look),
    ),
})
