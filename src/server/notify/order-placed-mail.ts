import { formatMoney, money } from '#contract/money.ts'
import type { MailLook } from './mail-look.ts'
import {
  type MailLine,
  mailBlock,
  mailButton,
  mailFoot,
  mailLines,
  mailPage,
  mailProgress,
  mailSums,
  mailText,
} from './mail-page.ts'
import type { OrderFacts } from './order-placed.ts'

/** The confirmation of an order: the whole order as text, and the same as HTML, with the link to follow it. */
export function orderPlacedMail(facts: OrderFacts) {
  const { order_no, settings, look } = facts
  const view = viewOf(facts)
  return {
    subject: settings.store_name
      ? `Your order ${order_no} at ${settings.store_name}`
      : `Your order ${order_no}`,
    text: textOf(view, look),
    html: htmlOf(view, look),
  }
}

type View = {
  order_no: string
  /** Where the order can be followed. */
  url: string
  greeting: string
  lines: MailLine[]
  sums: { label: string; amount: string }[]
  total: string
  delivery: string
  payment: string
  address: string[]
  instruction: string | null
}

/** Every word of the mail, formatted but not escaped. */
function viewOf({ order_no, order, items, cart, channel, url }: OrderFacts): View {
  const amount = (minor: number) => formatMoney(money(minor, channel.currency), channel.locale)
  const to = cart.shipping_address
  const name = to?.first_name ?? ''
  const days = order.eta_min_days === null ? '' : `, ${daysOf(order.eta_min_days, order.eta_max_days)}`
  // The coupon stands beside what it took off: the goods, else the delivery.
  const withCode = (label: string) => (order.coupon_code ? `${label} (${order.coupon_code})` : label)
  const sums = [
    { label: 'Goods', amount: amount(order.subtotal) },
    ...(order.discount_total
      ? [{ label: withCode('Discount'), amount: `-${amount(order.discount_total)}` }]
      : []),
    {
      label: order.discount_total ? 'Delivery' : withCode('Delivery'),
      amount: order.shipping_total ? amount(order.shipping_total) : 'Free',
    },
    ...(order.payment_fee ? [{ label: order.payment_method_name, amount: amount(order.payment_fee) }] : []),
    ...(order.tax_total
      ? [{ label: order.is_tax_included ? 'Tax included' : 'Tax', amount: amount(order.tax_total) }]
      : []),
  ]
  return {
    order_no,
    url,
    greeting: name ? `Thank you, ${name}.` : 'Thank you.',
    lines: items.map((item) => ({
      name: item.name,
      note: item.customisation?.custom_text ? `Text: ${item.customisation.custom_text}` : '',
      quantity: item.quantity,
      total: amount(item.total + item.discount),
      image_path: item.image_path,
    })),
    sums,
    total: amount(order.grand_total),
    delivery: `${order.shipping_method_name}${days}`,
    payment: order.payment_method_name,
    address: to
      ? [
          `${to.first_name} ${to.last_name}`.trim(),
          to.address_line_1,
          to.address_line_2,
          `${to.city} ${to.postcode}`.trim(),
          [to.state_name, to.country_name].filter(Boolean).join(', '),
          to.phone,
        ].filter(Boolean)
      : [],
    instruction: order.instruction,
  }
}

const daysOf = (min: number, max: number | null) =>
  max === null || max === min ? `${min} ${min === 1 ? 'day' : 'days'}` : `${min} to ${max} days`

function textOf(view: View, look: MailLook): string {
  const lines = view.lines.map(({ name, note, quantity, total }) =>
    [`${quantity} x ${name}: ${total}`, ...(note ? [`    ${note}`] : [])].join('\n'),
  )
  return [
    `${view.greeting} We have your order ${view.order_no}.`,
    lines.join('\n'),
    [...view.sums, { label: 'Total', amount: view.total }]
      .map(({ label, amount }) => `${label}: ${amount}`)
      .join('\n'),
    `Payment: ${view.payment}\nDelivery: ${view.delivery}`,
    `To:\n${view.address.join('\n')}`,
    ...(view.instruction ? [`Your note: ${view.instruction}`] : []),
    `Track your order: ${view.url}`,
    mailFoot(look),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function htmlOf(view: View, look: MailLook): string {
  const { order_no, greeting, payment, delivery, instruction } = view
  return mailPage(look, {
    title: `Order ${order_no}`,
    preview: `We have your order ${order_no}. ${view.total}, ${payment}.`,
    heading: greeting,
    parts: [
      mailText(`We have your order ${order_no} and pack it with care.`),
      mailProgress(look, 'Ordered'),
      mailButton(look, { href: view.url, label: 'Track your order' }),
      mailLines(look, view.lines),
      mailSums(look, view.sums, view.total),
      mailBlock(look, 'Payment', [payment]),
      mailBlock(look, 'Delivery', [delivery]),
      mailBlock(look, 'To', view.address),
      ...(instruction ? [mailBlock(look, 'Your note', [instruction])] : []),
    ],
  })
}
