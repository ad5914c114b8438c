import { formatMoney, money } from '#contract/money.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import { type MailConfig, orderMail, queueOrderMessage } from '../orders/messages/order-message.ts'
import { sampleUrl } from '../orders/messages/sample-order.ts'

type Returned = { orderId: number; paymentId: string; amount: number; currency: string; why: string }

/** Sends the shopper, by mail and SMS, once per payment, that the payment is refunded and why. */
export const queuePaymentReturned = (
  tx: Tx,
  config: MailConfig,
  { orderId, paymentId, amount, currency, why }: Returned,
) =>
  queueOrderMessage(tx, config, orderId, ({ order_no, locale }) => {
    // In the captured currency, even if it differs from the order's.
    const sum = formatMoney(money(amount, currency), locale)
    const sent = sentBack({ amount: sum, order_no })
    return {
      kind: `payment_returned:${paymentId}`,
      mail: paymentReturned,
      values: { order_no, reason: why, amount: sum },
      sms: `${why} ${sent}`,
    }
  })

const sentBack = ({ amount, order_no }: { amount: string; order_no: string }) =>
  `We have sent ${amount} of order ${order_no} back to where it came from.`

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  reason: { title: 'Why it is paid back', sample: 'Your payment came after the order was cancelled.' },
  amount: { title: 'Amount', sample: '₹3,380' },
}

export const paymentReturned: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'payment_returned',
  group: 'Orders',
  title: 'Payment returned',
  help: 'When a payment cannot be used, for example because it came too late.',
  placeholders,
  defaults: ({ order_no, reason, amount }) => ({
    subject: `Your payment for order ${order_no} is on its way back`,
    heading: 'Your payment is on its way back',
    intro: `${reason}\n\n${sentBack({ amount, order_no })}`,
  }),
  sample: (look) =>
    orderMail(look, { mail: paymentReturned, values: samplesOf(placeholders) }, sampleUrl(look)),
})
