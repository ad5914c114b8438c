import { formatMoney, money } from '#contract/money.ts'
import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Tx } from '../http/context.ts'
import { html } from '../notify/escape-html.ts'
import { queueMessages } from '../notify/order-news.ts'

type Returned = { orderId: number; paymentId: string; amount: number; currency: string; why: string }

/** Tells the shopper, by mail and SMS, once a payment, that money is on its way back and why. */
export async function queuePaymentReturned(tx: Tx, { orderId, paymentId, amount, currency, why }: Returned) {
  const order = await contactOf.first(tx, orderId)
  if (!order) return
  const { email, phone, order_no, locale } = order
  const sum = formatMoney(money(amount, currency), locale)
  const text = `${why} We have sent ${sum} of order ${order_no} back to where it came from.`
  const messages = [
    ...(email
      ? [
          {
            channel: 'mail',
            recipient: email,
            subject: `Your payment for order ${order_no} is on its way back`,
            text,
            html: html`<!doctype html><html lang="en"><body><p>${text}</p></body></html>`.markup,
          },
        ]
      : []),
    ...(phone ? [{ channel: 'sms', recipient: phone, subject: '', text, html: null }] : []),
  ].map((message) => ({ ...message, order_id: orderId, kind: `payment_returned:${paymentId}` }))
  await queueMessages.all(tx, json(messages))
}

const contactOf = prepared<{ email: string | null; phone: string | null; order_no: string; locale: string }>(
  'contact of order',
  `select o.email, o.phone, o.order_no, c.locale from orders o join channels c on c.id = o.channel_id
  where o.id = $1::bigint`,
)
