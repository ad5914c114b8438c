import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import type { LinkConfig } from '#server/platform/notify/unsubscribe-link.ts'
import { orderMail, queueOrderMessage } from '../orders/messages/order-message.ts'
import { sampleUrl } from '../orders/messages/sample-order.ts'

type Ended = { id: number; is_quote: boolean; pay_by: Date }

/** Sends that a payment link, or a quote, has ended without a payment: its goods are no longer held. */
export const queueEndedLink = (
  tx: Tx,
  config: LinkConfig,
  { id, is_quote: isQuote, pay_by: payBy }: Ended,
): Promise<void> =>
  queueOrderMessage(tx, config, id, ({ order_no, locale }) => {
    const day = dayText(payBy.toISOString(), locale, timeZoneOf(locale))
    return {
      kind: `link_ended:${payBy.getTime()}`,
      mail: isQuote ? quoteEnded : paymentLinkEnded,
      values: { order_no, day },
      sms: isQuote
        ? `your quote ${order_no} was valid until ${day} and has ended. Write to us if you want it renewed.`
        : `order ${order_no} was not paid by ${day} and has ended. Write to us if you still want the goods.`,
    }
  })

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  day: { title: 'Last day of the link', sample: '24 Nov 2026' },
}
type EndedMail = ShopMail<keyof typeof placeholders>

const sampleOf = (mail: EndedMail, look: Parameters<EndedMail['sample']>[0]) =>
  orderMail(look, { mail, values: samplesOf(placeholders) }, sampleUrl(look))

export const quoteEnded: EndedMail = defineMail({
  name: 'quote_ended',
  group: 'Orders',
  title: 'Quote has ended',
  help: 'When a quote was not accepted by its last day.',
  placeholders,
  defaults: ({ order_no, day }) => ({
    subject: `Your quote ${order_no} has ended`,
    heading: 'Your quote has ended',
    intro: `It was valid until ${day}. Do you still want it? Write to us, and we make you a new one.`,
  }),
  sample: (look) => sampleOf(quoteEnded, look),
})

export const paymentLinkEnded: EndedMail = defineMail({
  name: 'payment_link_ended',
  group: 'Orders',
  title: 'Payment link has ended',
  help: 'When an order with a payment link was not paid by its last day.',
  placeholders,
  defaults: ({ order_no, day }) => ({
    subject: `Your order ${order_no} was not paid`,
    heading: 'Your order was not paid in time',
    intro: `We held its items for you until ${day}. Do you still want them? Write to us, and we send you a new link.`,
  }),
  sample: (look) => sampleOf(paymentLinkEnded, look),
})
