import type { Order } from '#contract/checkout.ts'
import { formatMoney, type Money } from '#contract/money.ts'
import { weekdayText } from '#contract/rules/day-text.ts'
import { creditOf } from '#contract/rules/order-due.ts'
import { isParcelEnd } from '#contract/rules/shipment-status.ts'
import type { Shipment } from '#contract/shipment.ts'
import { trackUrl } from '#server/commerce/orders/model/track-link.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import {
  type MailLine,
  mailBlock,
  mailButton,
  mailFoot,
  mailLines,
  mailPage,
  mailProgress,
  mailText,
} from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, type ShopMail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { type Message, queueMessages } from '#server/platform/notify/queue-messages.ts'
import { customisationNote } from '../messages/order-message.ts'
import { sampleOrder, sampleUrl } from '../messages/sample-order.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { type HeldOrder, requireOrder } from './order-moves.ts'

type Step = 'shipped' | 'out_for_delivery' | 'delivered' | 'came_back'
type Said = { step: Step; waybill: string; locale: string }

/** Queues mail and SMS about a shipment of a locked order: when it leaves, is out for delivery, is delivered or came back, once each per waybill. */
export async function queueShipmentMessages(
  tx: Tx,
  config: ShippingServices['config'],
  order: HeldOrder,
  said: Omit<Said, 'locale'>,
): Promise<void> {
  const whole = await requireOrder(tx, order.id)
  const look = await readMailLook({ db: tx, config })
  await queueMessages(
    tx,
    shipmentMessages(trackUrl(config, order), look, whole, { ...said, locale: order.locale }),
  )
}

function shipmentMessages(
  url: string,
  look: MailLook,
  order: Order,
  { step, waybill, locale }: Said,
): Message[] {
  const parcel = order.shipments.find((shipment) => shipment.waybill === waybill)
  if (!parcel) return []
  const mail = shipmentMail(look, order, parcel, { step, locale, url })
  const sms = `${look.store_name ? `${look.store_name}: ` : ''}${smsOf[step](valuesOf(order, parcel, locale))} ${url}`
  return messagesOf(order, `order_${step}:${waybill}`, { ...mail, sms })
}

type ParcelStep = { step: Step; locale: string; url: string }

function shipmentMail(
  look: MailLook,
  order: Order,
  parcel: Shipment,
  { step, locale, url }: ParcelStep,
): Mail {
  const { subject, heading, intro, closing } = textsOfMail(
    look,
    shipmentMails[step],
    valuesOf(order, parcel, locale),
  )
  const facts = [
    ['Courier', parcel.courier],
    ['Waybill', parcel.waybill],
    ...(parcel.expected_at && step === 'shipped'
      ? [['Expected', weekdayText(parcel.expected_at, locale, 'UTC')]]
      : []),
  ] as const
  const lines = linesOf(order, parcel, locale)
  const to = order.shipping_address
  const place = [
    `${to.first_name} ${to.last_name}`.trim(),
    to.address_line_1,
    to.address_line_2,
    `${to.city} ${to.postcode}`.trim(),
  ].filter(Boolean)
  const label = isParcelEnd(step) ? 'See your order' : 'Track your parcel'
  const html = mailPage(look, {
    title: subject,
    preview: intro[0] ?? heading,
    heading,
    parts: [
      ...intro.map(mailText),
      ...(step === 'came_back' ? [] : [mailProgress(look, reached[step])]),
      mailBlock(
        look,
        'Parcel',
        facts.map(([name, value]) => `${name}: ${value}`),
      ),
      mailButton(look, { href: url, label }),
      mailLines(look, lines),
      mailBlock(look, 'To', place),
      ...closing.map(mailText),
    ],
  })
  const text = [
    [heading, ...intro].join('\n\n'),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${label}: ${url}`,
    lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('\n'),
    `To:\n${place.join('\n')}`,
    ...closing,
    mailFoot(look),
  ].join('\n\n')
  return { subject, text, html }
}

/** Mail and SMS when a payment arrives after the order was placed. */
export function paidMessages(url: string, look: MailLook, order: Order, locale: string): Message[] {
  const { grand_total } = order
  const amount = grand_total.amount - creditOf(order)
  const sum = formatMoney({ ...grand_total, amount }, locale)
  const sms = `${look.store_name ? `${look.store_name}: ` : ''}your payment of ${sum} for order ${order.order_no} has arrived. ${url}`
  return messagesOf(order, 'order_paid', { ...paidMail(look, order, { sum, url }), sms })
}

function paidMail(look: MailLook, order: Order, { sum, url }: { sum: string; url: string }): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, orderPaid, {
    order_no: order.order_no,
    amount: sum,
    next: order.status === 'placed' ? 'We pack your order now.' : '',
  })
  return {
    subject,
    text: [...intro, `See your order: ${url}`, ...closing, mailFoot(look)].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: intro[0] ?? heading,
      heading,
      parts: [
        ...intro.map(mailText),
        mailButton(look, { href: url, label: 'See your order' }),
        ...closing.map(mailText),
      ],
    }),
  }
}

export const orderPaid = defineMail({
  name: 'order_paid',
  group: 'Orders',
  title: 'Payment received',
  help: 'When you confirm the payment of an order, or cash was collected.',
  placeholders: {
    order_no: { title: 'Order number', sample: 'KL-100042' },
    amount: { title: 'Amount', sample: '₹3,380' },
    next: { title: 'What follows; may be empty', sample: 'We pack your order now.' },
  },
  defaults: ({ order_no, amount, next }) => ({
    subject: `We have your payment for order ${order_no}`,
    heading: 'Payment received',
    intro: `Your payment of ${amount} for order ${order_no} has arrived.${next ? ` ${next}` : ''}`,
  }),
  sample: (look) => paidMail(look, sampleOrder, { sum: '₹3,380', url: sampleUrl(look) }),
})

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

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  what: { title: 'The order or a part of it', sample: 'your order KL-100042' },
  courier: { title: 'Courier', sample: 'BlueDart' },
  waybill: { title: 'Waybill', sample: 'KL2026112201' },
  expected: { title: 'Expected day; may be empty', sample: 'Wed 25 Nov' },
  to_pay: { title: 'Amount to pay on delivery; may be empty', sample: '₹3,380' },
}
type Values = Record<keyof typeof placeholders, string>

function valuesOf(order: Order, parcel: Shipment, locale: string): Values {
  const { order_no } = order
  const isDue = order.payment_method.code === 'cod' && order.payment_status === 'pending'
  return {
    order_no,
    what: isWhole(order, parcel) ? `your order ${order_no}` : `a part of your order ${order_no}`,
    courier: parcel.courier,
    waybill: parcel.waybill,
    expected: parcel.expected_at ? weekdayText(parcel.expected_at, locale, 'UTC') : '',
    to_pay: isDue ? formatMoney(amountOf(order, parcel), locale) : '',
  }
}

/** The courier collects what its parcel's invoice says; returns and stored value pay the first ones. */
function amountOf(order: Order, { waybill }: Shipment): Money {
  const { invoices, grand_total } = order
  let credit = creditOf(order)
  for (const { waybill: billed, total } of invoices.filter(({ credit_note_no }) => credit_note_no === null)) {
    const paid = Math.min(credit, total.amount)
    if (billed === waybill) return { ...total, amount: total.amount - paid }
    credit -= paid
  }
  return { ...grand_total, amount: Math.max(0, grand_total.amount - credit) }
}

const expectedOn = ({ expected }: Pick<Values, 'expected'>) =>
  expected ? ` We expect it on ${expected}.` : ''
const haveReady = ({ to_pay }: Pick<Values, 'to_pay'>) => (to_pay ? ` Please have ${to_pay} ready.` : '')

const reached = { shipped: 'Shipped', out_for_delivery: 'Out for delivery', delivered: 'Delivered' } as const

const smsOf: Record<Step, (values: Values) => string> = {
  shipped: (values) =>
    `${values.what} is on its way with ${values.courier}, waybill ${values.waybill}.${expectedOn(values)} Track it:`,
  out_for_delivery: (values) =>
    `order ${values.order_no} arrives today with ${values.courier}.${haveReady(values)}`,
  delivered: ({ order_no }) => `order ${order_no} has been delivered. Something not right? Tell us:`,
  came_back: ({ order_no, courier }) =>
    `${courier} could not deliver order ${order_no} and brought it back to us. Shall we send it again? Please tell us:`,
}

const parcelMail = (
  step: Step,
  mail: Pick<ShopMail<keyof Values>, 'title' | 'help' | 'defaults'>,
): ShopMail<keyof Values> =>
  defineMail({
    name: `order_${step}`,
    group: 'Orders',
    placeholders,
    ...mail,
    sample: (look) =>
      shipmentMail(look, sampleOrder, sampleOrder.shipments[0] as Shipment, {
        step,
        locale: 'en-IN',
        url: sampleUrl(look),
      }),
  })

export const shipmentMails: Record<Step, ShopMail<keyof Values>> = {
  shipped: parcelMail('shipped', {
    title: 'Parcel shipped',
    help: 'When a parcel is handed to the courier.',
    defaults: (values) => ({
      subject: `${capital(values.what)} is on its way`,
      heading: 'It is on its way',
      intro: `We have handed ${values.what} to ${values.courier}.${expectedOn(values)}`,
    }),
  }),
  out_for_delivery: parcelMail('out_for_delivery', {
    title: 'Out for delivery',
    help: 'When the courier is on the way to the customer.',
    defaults: (values) => ({
      subject: `Arriving today: order ${values.order_no}`,
      heading: 'It arrives today',
      intro: `${values.courier} is on the way to you with a parcel of order ${values.order_no}.${haveReady(values)}`,
    }),
  }),
  delivered: parcelMail('delivered', {
    title: 'Parcel delivered',
    help: 'When the courier has delivered a parcel.',
    defaults: ({ order_no, courier, what }) => ({
      subject: `Delivered: order ${order_no}`,
      heading: 'It is with you',
      intro: `${courier} has delivered ${what}. We hope you like it. If something is not right, please tell us.`,
    }),
  }),
  came_back: parcelMail('came_back', {
    title: 'Parcel came back',
    help: 'When a parcel came back to you, and can be sent again.',
    defaults: ({ order_no, courier, what }) => ({
      subject: `Order ${order_no} came back to us`,
      heading: 'It came back to us',
      intro: `${courier} could not deliver ${what}, and brought it back to us. Shall we send it again? Please tell us a good address and time, or that you no longer want it.`,
    }),
  }),
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
        note: customisationNote(item.additonal_data),
        quantity,
        total: formatMoney({ ...item.price, amount: item.price.amount * quantity }, locale),
        image_path: item.image?.path.replace(/^\/media\//, '') ?? null,
      },
    ]
  })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
