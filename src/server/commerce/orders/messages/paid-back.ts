import { dayText } from '#contract/rules/day-text.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import type { RefundAmounts } from '../model/exchange.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { sampleUrl } from './sample-order.ts'

type PaidBack = { orderId: number; owed_id: number; amount: number; paid_on: string; reference: string }

/** Sends that money was paid back by hand, once for each payment. */
export const queuePaidBack = (
  tx: Tx,
  config: MailConfig,
  { orderId, owed_id, amount, paid_on, reference }: PaidBack,
) =>
  queueOrderMessage(tx, config, orderId, ({ order_no, amount: textOf, locale }) => {
    const values = { order_no, amount: textOf(amount), day: dayText(paid_on, locale, 'UTC'), reference }
    return {
      kind: `paid_back:${owed_id}`,
      mail: paidBack,
      values,
      sms: `We paid back ${values.amount} for order ${order_no} on ${values.day}. Reference: ${reference}`,
    }
  })

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  amount: { title: 'Amount', sample: '₹1,690' },
  day: { title: 'Day of the payment', sample: '24 Nov 2026' },
  reference: { title: 'Reference of the payment', sample: 'UTR 4093218' },
}

export const paidBack: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'paid_back',
  group: 'Orders',
  title: 'Refund paid by hand',
  help: 'When you record that you paid a refund back yourself.',
  placeholders,
  defaults: ({ order_no, amount, day, reference }) => ({
    subject: `We paid back ${amount} for order ${order_no}`,
    heading: 'Your refund is paid',
    intro: `We paid back ${amount} on ${day}. The reference is ${reference}.`,
  }),
  sample: (look) => orderMail(look, { mail: paidBack, values: samplesOf(placeholders) }, sampleUrl(look)),
})

type RefundFailed = { orderId: number; refundId: number; amount: number }

/** Sends that a refund which was announced could not be made the way the order was paid, once for each. */
export const queueRefundFailed = (tx: Tx, config: MailConfig, { orderId, refundId, amount }: RefundFailed) =>
  queueOrderMessage(tx, config, orderId, ({ order_no, amount: textOf }) => {
    const values = { order_no, amount: textOf(amount), way: owedText(textOf(amount)) }
    return {
      kind: `refund_failed:${refundId}`,
      mail: refundFailed,
      values,
      sms: `${notMade(values)} ${values.way}`,
    }
  })

const notMade = ({ order_no, amount }: { order_no: string; amount: string }) =>
  `The refund of ${amount} for order ${order_no} did not reach the payment method that you paid with.`

const failedPlaceholders = {
  order_no: placeholders.order_no,
  amount: placeholders.amount,
  way: {
    title: 'How it is paid now',
    sample:
      'We pay ₹1,690 back to your bank account or UPI ID. Please tell us which one on the page of your order.',
  },
}

export const refundFailed: ShopMail<keyof typeof failedPlaceholders> = defineMail({
  name: 'refund_failed',
  group: 'Orders',
  title: 'Refund could not be made',
  help: 'When the payment company could not make a refund, and you pay it by hand.',
  placeholders: failedPlaceholders,
  defaults: ({ order_no, amount, way }) => ({
    subject: `Where may we send the refund of order ${order_no}?`,
    heading: 'Your refund could not be made',
    intro: `${notMade({ order_no, amount })} ${way}`,
  }),
  sample: (look) =>
    orderMail(look, { mail: refundFailed, values: samplesOf(failedPlaceholders) }, sampleUrl(look)),
})

/** How the money of a cancellation reaches the customer; empty where none goes back. */
export function backText(
  { refunded, owed, toReturn, recorded, stored, credited }: RefundAmounts,
  amount: (minor: number) => string,
): string {
  const sum = refunded + owed + recorded
  const money =
    sum === 0
      ? ''
      : owed + recorded > 0
        ? owedText(amount(sum))
        : `${amount(sum)} will be refunded to the original payment method. This may take up to 7 days.`
  return [
    money,
    ...(stored > 0 ? [`${amount(stored)} is back on the gift card or store credit that you paid with.`] : []),
    ...(credited > 0
      ? [`${amount(credited)} is on your store credit. You can pay with it at your next order.`]
      : []),
    ...(toReturn > 0 ? [`${amount(toReturn)} counts for your return again, and is refunded with it.`] : []),
  ]
    .join(' ')
    .trim()
}

/** How owed money reaches the customer. */
const owedText = (sum: string) =>
  `We pay ${sum} back to your bank account or UPI ID. Please tell us which one on the page of your order.`
