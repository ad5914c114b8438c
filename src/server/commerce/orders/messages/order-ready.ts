import type { Pickup } from '#contract/cart.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { sampleUrl } from './sample-order.ts'

/** Sends the code of an order that is ready to be picked up, with address and opening hours. */
export const queueOrderReady = (
  tx: Tx,
  config: MailConfig,
  orderId: number,
  { code, ...place }: Pickup & { code: string },
) =>
  queueOrderMessage(tx, config, orderId, ({ order_no }) => ({
    kind: 'order_ready',
    mail: orderReady,
    values: { order_no, code, location: place.name },
    paragraphs: placeOf(place),
    sms: `order ${order_no} is ready for pick-up at ${place.name}. Your code: ${code}.${
      place.opening_hours ? ` Open ${oneLine(place.opening_hours)}.` : ''
    }`,
  }))

const placeOf = ({ address, opening_hours }: Pickup) => [
  ...(address ? [`Address: ${oneLine(address)}`] : []),
  ...(opening_hours ? [`Opening hours: ${oneLine(opening_hours)}`] : []),
]

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  code: { title: 'Code to show', sample: '482913' },
  location: { title: 'Where it is picked up', sample: 'Pune shop' },
}

export const orderReady: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'order_ready',
  group: 'Orders',
  title: 'Ready for pick-up',
  help: 'When an order can be picked up.',
  placeholders,
  defaults: ({ order_no, code, location }) => ({
    subject: `Your order ${order_no} is ready for pick-up`,
    heading: 'Ready for pick-up',
    intro: `Your order ${order_no} is ready at ${location}. Show this code when you collect it: ${code}`,
  }),
  sample: (look) =>
    orderMail(
      look,
      {
        mail: orderReady,
        values: samplesOf(placeholders),
        paragraphs: placeOf({ name: '', address: '4 MG Road, Pune 411001', opening_hours: 'Mon–Sat 10–19' }),
      },
      sampleUrl(look),
    ),
})
