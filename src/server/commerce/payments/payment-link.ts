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

/** Makes an order that waits for its payment a quote. */
export const markQuote = prepared('mark quote', 'update orders set is_quote = true where id = $1::bigint')

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
  const lines = await (order.is_quote ? pricedLines(tx, order.id) : itemLines(tx, order.id))
  const due = await readDue(tx, order)
  await queueOrderMessage(tx, config, order.id, ({ order_no, locale, amount }) => {
    const values = {
      order_no,
      amount: amount(due),
      day: dayText(payBy, locale, timeZoneOf(locale)),
    }
    const shown = {
      values,
      lines: lines.map((line) => ({ name: line.name, ...(line.amount && { amount: amount(line.amount) }) })),
    }
    return order.is_quote
      ? {
          ...{ ...shown, kind: `quote:${Date.parse(payBy)}`, mail: quoteMail },
          button: { label: `Accept and pay ${values.amount}`, href },
          sms: `your quote ${order_no} over ${values.amount} is valid until ${values.day}: ${href}`,
        }
      : {
          ...{ ...shown, kind: `payment_link:${Date.parse(payBy)}`, mail: paymentLinkMail },
          button: { label: `Pay ${values.amount}`, href },
          sms: `please pay ${values.amount} for order ${order_no} by ${values.day}: ${href}`,
        }
  })
}

type Line = { name: string; amount?: number }

const itemLines = async (tx: Tx, orderId: number): Promise<Line[]> =>
  (await itemsOf.all(tx, orderId)).map(({ name, quantity }) => ({ name: `${quantity} × ${name}` }))

const itemsOf = prepared<{ name: string; quantity: number }>(
  'items of order to pay',
  'select name, quantity from order_items where order_id = $1::bigint order by id',
)

/** What the total of a quote consists of. */
const pricedLines = (tx: Tx, orderId: number): Promise<Line[]> => linesOfQuote.all(tx, orderId)

const linesOfQuote = prepared<{ name: string; amount: number }>(
  'lines of quote',
  `select line.name, line.amount from orders o cross join lateral (
    select 1 as kind, i.id, i.quantity || ' × ' || i.name as name, i.total as amount from order_items i where i.order_id = o.id
    union all select 2, 0, o.shipping_method_name, o.shipping_total where o.shipping_total > 0
    union all select 3, 0, o.payment_method_name, o.payment_fee where o.payment_fee > 0
    union all select 4, 0, 'Tax', o.tax_total where not o.is_tax_included and o.tax_total > 0
  ) line where o.id = $1::bigint order by line.kind, line.id`,
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

export const quoteMail: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'quote',
  group: 'Orders',
  title: 'Quote',
  help: 'When you send an order by phone as a quote, with the price of each line.',
  placeholders,
  defaults: ({ order_no, amount, day }) => ({
    subject: `Your quote ${order_no}`,
    heading: 'Your quote',
    intro: `Here is the quote that you asked for: ${amount} in all. It is valid until ${day}, and you accept it by paying.`,
  }),
  sample: (look) =>
    orderMail(
      look,
      {
        mail: quoteMail,
        values: samplesOf(placeholders),
        lines: [
          { name: '2 × Moon Vase', amount: '₹2,880' },
          { name: '1 × Engraving', amount: '₹500' },
        ],
        button: { label: `Accept and pay ${placeholders.amount.sample}`, href: sampleUrl(look) },
      },
      sampleUrl(look),
    ),
})
