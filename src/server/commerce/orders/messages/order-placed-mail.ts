import { formatMoney, money } from '#contract/money.ts'
import { smallestAge } from '#contract/rules/confirmed-age.ts'
import { dayOf, deliveryRange } from '#contract/rules/delivery-dates.ts'
import { discountLabel, sumByName } from '#contract/rules/promotions/named-discounts.ts'
import { exclusionText, withdrawalForm, withdrawalInstructions } from '#contract/rules/withdrawal.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import {
  type MailLine,
  mailBlock,
  mailButton,
  mailFoot,
  mailLines,
  mailLink,
  mailPage,
  mailProgress,
  mailSums,
  mailText,
} from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { customisationNote, withdrawLink } from './order-message.ts'
import type { OrderFacts } from './order-placed.ts'
import { sampleOrderFacts } from './sample-order.ts'

/** The order confirmation as text and as HTML, with a link to track the order. */
export function orderPlacedMail(facts: OrderFacts): Mail {
  const { order_no, look } = facts
  const view = viewOf(facts)
  const texts = textsOfMail(look, orderPlaced, {
    order_no,
    first_name: facts.cart.shipping_address?.first_name ?? '',
    total: view.total,
    payment: view.payment,
    delivery: view.delivery,
  })
  return { subject: texts.subject, text: textOf(view, texts, look), html: htmlOf(view, texts, look) }
}

export const orderPlaced = defineMail({
  name: 'order_placed',
  group: 'Orders',
  title: 'Order confirmation',
  help: 'When an order is placed; for an online payment, once it is paid.',
  placeholders: {
    order_no: { title: 'Order number', sample: 'KL-100042' },
    first_name: { title: 'First name', sample: 'Asha' },
    total: { title: 'Total', sample: '₹3,380' },
    payment: { title: 'Payment method', sample: 'Cash on delivery' },
    delivery: { title: 'Delivery method and dates', sample: 'Standard delivery, Wed 25 – Fri 27 Nov' },
  },
  defaults: ({ order_no, first_name, store_name }) => ({
    subject: store_name ? `Your order ${order_no} at ${store_name}` : `Your order ${order_no}`,
    heading: first_name ? `Thank you, ${first_name}.` : 'Thank you.',
    intro: `We have your order ${order_no} and pack it with care.`,
  }),
  sample: (look) => orderPlacedMail(sampleOrderFacts(look)),
})

type Texts = ReturnType<typeof textsOfMail>

type View = {
  order_no: string
  /** Tracking page of the order. */
  url: string
  withdraw: ReturnType<typeof withdrawLink>
  lines: MailLine[]
  sums: { label: string; amount: string }[]
  total: string
  delivery: string
  payment: string
  address: string[]
  instruction: string | null
  blocks: OrderFacts['blocks']
}

/** Every text of the mail, formatted but not escaped. */
function viewOf({
  order_no,
  order,
  items,
  due,
  credits,
  cart,
  channel,
  url,
  blocks,
  placed_at,
  settings,
}: OrderFacts): View {
  // The dates that the success page and the tracking page show.
  const datesOf = (min: number, max: number | null) =>
    deliveryRange(dayOf(placed_at, channel.locale), { min, max: max ?? min }, channel.locale)
  const amount = (minor: number) => formatMoney(money(minor, channel.currency), channel.locale)
  const to = cart.shipping_address
  const least = smallestAge(items)
  const arrival = order.eta_min_days === null ? '' : `, ${datesOf(order.eta_min_days, order.eta_max_days)}`
  const named = sumByName(items.flatMap(({ adjustments }) => adjustments ?? []))
  const unnamed = order.discount_total - named.reduce((sum, one) => sum + one.amount, 0)
  // The coupon is shown at the amount that it reduced: the goods, else the delivery.
  const withCode = (label: string) => (order.coupon_code ? `${label} (${order.coupon_code})` : label)
  const sums = [
    { label: 'Goods', amount: amount(order.subtotal) },
    ...named.map((one) => ({ label: discountLabel(one), amount: `-${amount(one.amount)}` })),
    ...(unnamed > 0 ? [{ label: 'Discount', amount: `-${amount(unnamed)}` }] : []),
    {
      label: order.discount_total ? 'Delivery' : withCode('Delivery'),
      amount: order.shipping_total ? amount(order.shipping_total) : 'Free',
    },
    ...(order.payment_fee ? [{ label: order.payment_method_name, amount: amount(order.payment_fee) }] : []),
    ...(order.tax_total
      ? [{ label: order.is_tax_included ? 'Tax included' : 'Tax', amount: amount(order.tax_total) }]
      : []),
    ...credits.map((credit) => ({ label: credit.label, amount: `-${amount(credit.amount)}` })),
  ]
  return {
    order_no,
    url,
    withdraw: withdrawLink(
      { storeUrl: new URL(url).origin },
      { order_no, withdrawal_days: channel.withdrawal_days },
    ),
    lines: items.map((item) => ({
      name: item.name,
      note: customisationNote(item.customisation),
      quantity: item.quantity,
      total: amount(item.total + item.discount),
      image_path: item.image_path,
    })),
    sums,
    total: amount(due),
    delivery: `${order.shipping_method_name}${arrival}`,
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
    blocks: [
      ...(least > 0 ? [{ label: 'Age check', lines: [ageNote(least)] }] : []),
      ...blocks,
      ...(channel.withdrawal_days > 0 ? withdrawalBlocks(channel.withdrawal_days, settings, items) : []),
    ],
  }
}

/** What the courier checks. */
const ageNote = (least: number) =>
  `Some of it is sold only to people aged ${least} and over: please have your ID ready at delivery.`

/** The right of withdrawal on a durable medium: instructions, what is excluded, and the model form. Directive 2011/83/EU Art. 8 (7). */
function withdrawalBlocks(
  days: number,
  { store_name, store_address, store_email, store_phone }: OrderFacts['settings'],
  items: OrderFacts['items'],
): View['blocks'] {
  const facts = { days, name: store_name, address: store_address, email: store_email, phone: store_phone }
  const excluded = items.flatMap(({ name, withdrawal_exclusion }) => {
    const why = exclusionText(withdrawal_exclusion)
    return why ? [`${name} cannot be withdrawn from, because ${why}.`] : []
  })
  return [
    { label: 'Right of withdrawal', lines: [...withdrawalInstructions(facts), ...excluded] },
    { label: 'Model withdrawal form', lines: withdrawalForm(facts) },
  ]
}

function textOf(view: View, { heading, intro, closing }: Texts, look: MailLook): string {
  const lines = view.lines.map(({ name, note, quantity, total }) =>
    [`${quantity} x ${name}: ${total}`, ...(note ? [`    ${note}`] : [])].join('\n'),
  )
  return [
    [heading, ...intro].join('\n\n'),
    lines.join('\n'),
    [...view.sums, { label: 'Total', amount: view.total }]
      .map(({ label, amount }) => `${label}: ${amount}`)
      .join('\n'),
    `Payment: ${view.payment}\nDelivery: ${view.delivery}`,
    `To:\n${view.address.join('\n')}`,
    ...(view.instruction ? [`Your note: ${view.instruction}`] : []),
    ...view.blocks.map(({ label, lines }) => [`${label}:`, ...lines].join('\n')),
    `Track your order: ${view.url}`,
    view.withdraw && `${view.withdraw.label}: ${view.withdraw.href}`,
    ...closing,
    mailFoot(look),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function htmlOf(view: View, { heading, intro, closing }: Texts, look: MailLook): string {
  const { order_no, payment, delivery, instruction, blocks } = view
  return mailPage(look, {
    title: `Order ${order_no}`,
    preview: `We have your order ${order_no}. ${view.total}, ${payment}.`,
    heading,
    parts: [
      ...intro.map(mailText),
      mailProgress(look, 'Ordered'),
      mailButton(look, { href: view.url, label: 'Track your order' }),
      mailLines(look, view.lines),
      mailSums(look, view.sums, view.total),
      mailBlock(look, 'Payment', [payment]),
      mailBlock(look, 'Delivery', [delivery]),
      mailBlock(look, 'To', view.address),
      ...(instruction ? [mailBlock(look, 'Your note', [instruction])] : []),
      ...blocks.map(({ label, lines }) => mailBlock(look, label, lines)),
      ...(view.withdraw ? [mailLink(look, view.withdraw)] : []),
      ...closing.map(mailText),
    ],
  })
}
