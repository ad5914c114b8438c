import { formatMoney, money } from '#contract/money.ts'
import type { Tx } from '../http/context.ts'
import { type MailConfig, queueOrderNews } from '../notify/order-news.ts'

type Returned = { orderId: number; paymentId: string; amount: number; currency: string; why: string }

/** Tells the shopper, by mail and SMS, once a payment, that money is on its way back and why. */
export const queuePaymentReturned = (
  tx: Tx,
  config: MailConfig,
  { orderId, paymentId, amount, currency, why }: Returned,
) =>
  queueOrderNews(tx, config, orderId, ({ order_no, locale }) => {
    // In the currency that came, whatever the order's is.
    const sum = formatMoney(money(amount, currency), locale)
    const sent = `We have sent ${sum} of order ${order_no} back to where it came from.`
    return {
      kind: `payment_returned:${paymentId}`,
      subject: `Your payment for order ${order_no} is on its way back`,
      title: 'Your payment is on its way back',
      paragraphs: [why, sent],
      sms: `${why} ${sent}`,
    }
  })
