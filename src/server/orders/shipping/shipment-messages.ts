import type { Order } from '#contract/checkout.ts'
import { formatMoney } from '#contract/money.ts'
import type { Shipment } from '#contract/shipment.ts'
import type { MailLook } from '#server/notify/mail-look.ts'
import {
  type MailLine,
  mailBlock,
  mailButton,
  mailFoot,
  mailLines,
  mailPage,
  mailProgress,
  mailText,
} from '#server/notify/mail-page.ts'
import type { Message } from '#server/notify/order-placed.ts'
import { trackUrl } from '#server/tracking/track-link.ts'
import type { ShippingServices } from './shipping-services.ts'

type Step = 'shipped' | 'out_for_delivery' | 'delivered'
type Said = { step: Step; waybill: string; locale: string }
type Words = {
  subject: string
  heading: string
  text: string
  sms: string
  reached: 'Shipped' | 'Out for delivery' | 'Delivered'
}

/** What goes out when a parcel leaves, when it is about to arrive and when it has: mail and SMS, each once a parcel. */
export function shipmentMessages(
  config: ShippingServices['config'],
  look: MailLook,
  order: Order,
  { step, waybill, locale }: Said,
): Message[] {
  const parcel = order.shipments.find((shipment) => shipment.waybill === waybill)
  if (!parcel) return []
  const url = trackUrl(config, order)
  const words = wordsOf[step](order, parcel, locale)
  const facts = [
    ['Courier', parcel.courier],
    ['Waybill', parcel.waybill],
    ...(parcel.expected_at && step === 'shipped' ? [['Expected', dayText(parcel.expected_at, locale)]] : []),
  ] as const
  const lines = linesOf(order, parcel, locale)
  const to = order.shipping_address
  const place = [
    `${to.first_name} ${to.last_name}`.trim(),
    to.address_line_1,
    to.address_line_2,
    `${to.city} ${to.postcode}`.trim(),
  ].filter(Boolean)
  const label = step === 'delivered' ? 'See your order' : 'Track your parcel'
  const html = mailPage(look, {
    title: words.subject,
    preview: words.text,
    heading: words.heading,
    parts: [
      mailText(words.text),
      mailProgress(look, words.reached),
      mailBlock(
        look,
        'Parcel',
        facts.map(([name, value]) => `${name}: ${value}`),
      ),
      mailButton(look, { href: url, label }),
      mailLines(look, lines),
      mailBlock(look, 'To', place),
    ],
  })
  const text = [
    `${words.heading}\n${words.text}`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${label}: ${url}`,
    lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('\n'),
    `To:\n${place.join('\n')}`,
    mailFoot(look),
  ].join('\n\n')
  const sms = `${look.store_name ? `${look.store_name}: ` : ''}${words.sms} ${url}`
  return messagesOf(order, `order_${step}:${waybill}`, { subject: words.subject, text, html, sms })
}

/** What goes out when money has come that was still to come after the order was placed. */
export function paidMessages(
  config: ShippingServices['config'],
  look: MailLook,
  order: Order,
  locale: string,
): Message[] {
  const url = trackUrl(config, order)
  const sum = formatMoney(order.grand_total, locale)
  const subject = `We have your payment for order ${order.order_no}`
  const next = order.status === 'placed' ? ' We pack your order now.' : ''
  const intro = `Your payment of ${sum} for order ${order.order_no} has come.${next}`
  const html = mailPage(look, {
    title: subject,
    preview: intro,
    heading: 'Thank you, it is paid',
    parts: [mailText(intro), mailButton(look, { href: url, label: 'See your order' })],
  })
  const text = [intro, `See your order: ${url}`, mailFoot(look)].join('\n\n')
  const sms = `${look.store_name ? `${look.store_name}: ` : ''}your payment of ${sum} for order ${order.order_no} has come. ${url}`
  return messagesOf(order, 'order_paid', { subject, text, html, sms })
}

function messagesOf(
  { id, email, phone }: Order,
  kind: string,
  { sms, ...mail }: { subject: string; text: string; html: string; sms: string },
): Message[] {
  const of = { kind, order_id: id }
  return [
    ...(email ? [{ ...of, ...mail, channel: 'mail' as const, recipient: email }] : []),
    ...(phone
      ? [{ ...of, channel: 'sms' as const, recipient: phone, subject: '', text: sms, html: null }]
      : []),
  ]
}

const wordsOf: Record<Step, (order: Order, parcel: Shipment, locale: string) => Words> = {
  shipped(order, parcel, locale) {
    const what = isWhole(order, parcel)
      ? `your order ${order.order_no}`
      : `a part of your order ${order.order_no}`
    const when = parcel.expected_at ? ` We expect it on ${dayText(parcel.expected_at, locale)}.` : ''
    return {
      subject: `${capital(what)} is on its way`,
      heading: 'It is on its way',
      text: `We have handed ${what} to ${parcel.courier}.${when}`,
      sms: `${what} is on its way with ${parcel.courier}, waybill ${parcel.waybill}.${when} Track it:`,
      reached: 'Shipped',
    }
  },
  out_for_delivery(order, parcel, locale) {
    const due = order.payment_method.code === 'cod' && order.payment_status === 'pending'
    const ready = due ? ` Please have ${formatMoney(order.grand_total, locale)} ready.` : ''
    return {
      subject: `Arriving today: order ${order.order_no}`,
      heading: 'It arrives today',
      text: `${parcel.courier} is on the way to you with a parcel of order ${order.order_no}.${ready}`,
      sms: `order ${order.order_no} arrives today with ${parcel.courier}.${ready}`,
      reached: 'Out for delivery',
    }
  },
  delivered(order, parcel) {
    return {
      subject: `Delivered: order ${order.order_no}`,
      heading: 'It is with you',
      text: `${parcel.courier} has delivered ${isWhole(order, parcel) ? 'your order' : 'a parcel of order'} ${order.order_no}. We hope you like it. If something is not right, please tell us.`,
      sms: `order ${order.order_no} has been delivered. Something not right? Tell us:`,
      reached: 'Delivered',
    }
  },
}

const isWhole = ({ productchannel }: Order, { items }: Shipment) =>
  productchannel
    .filter(({ status }) => status !== 'cancelled')
    .every(({ id, quantity }) =>
      items.some((item) => item.order_item_id === id && item.quantity === quantity),
    )

const linesOf = ({ productchannel }: Order, { items }: Shipment, locale: string): MailLine[] =>
  items.flatMap(({ order_item_id, quantity }) => {
    const item = productchannel.find(({ id }) => id === order_item_id)
    if (!item) return []
    return [
      {
        name: item.name,
        note: item.additonal_data?.custom_text ? `Text: ${item.additonal_data.custom_text}` : '',
        quantity,
        total: formatMoney({ ...item.price, amount: item.price.amount * quantity }, locale),
        image_path: item.image?.path.replace(/^\/media\//, '') ?? null,
      },
    ]
  })

/** `Tue 24 Nov`, as the pages write it. */
const dayText = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
