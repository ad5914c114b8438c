import { formatMoney, money } from '#contract/money.ts'
import { escapeHtml, html } from './escape-html.ts'
import type { OrderFacts } from './order-placed.ts'

/** The confirmation of an order: the whole order as text, and the same as simple HTML without pictures or links to follow. */
export function orderPlacedMail(facts: OrderFacts) {
  const { order_no, settings } = facts
  const view = viewOf(facts)
  return {
    subject: settings.store_name
      ? `Your order ${order_no} at ${settings.store_name}`
      : `Your order ${order_no}`,
    text: textOf(view),
    html: htmlOf(view),
  }
}

type View = {
  shop: string
  order_no: string
  greeting: string
  lines: { name: string; note: string; quantity: number; total: string }[]
  sums: { label: string; amount: string }[]
  total: string
  delivery: string
  payment: string
  address: string[]
  instruction: string | null
  contact: string
}

/** Every word of the mail, formatted but not escaped. */
function viewOf({ order_no, order, items, cart, settings, channel }: OrderFacts): View {
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
    shop: settings.store_name,
    order_no,
    greeting: name ? `Thank you, ${name}.` : 'Thank you.',
    lines: items.map((item) => ({
      name: item.name,
      note: item.customisation?.custom_text ? `Text: ${item.customisation.custom_text}` : '',
      quantity: item.quantity,
      total: amount(item.total + item.discount),
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
    contact: [settings.store_email, settings.store_phone].filter(Boolean).join(' or '),
  }
}

const daysOf = (min: number, max: number | null) =>
  max === null || max === min ? `${min} ${min === 1 ? 'day' : 'days'}` : `${min} to ${max} days`

function textOf(view: View): string {
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
    ...(view.contact ? [`Questions? ${view.contact}`] : []),
    view.shop,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const rows = (view: View) => [
  ...view.lines.map(
    ({ name, note, quantity, total }) => html`
      <tr>
        <td style="padding:12px 0;border-bottom:1px solid #e7e0d8">${name}
          <span style="color:#6b625a"> × ${String(quantity)}</span>
          ${note ? html`<br><span style="color:#6b625a;font-size:14px">${note}</span>` : html``}</td>
        <td align="right" valign="top" style="padding:12px 0;border-bottom:1px solid #e7e0d8;white-space:nowrap">${total}</td>
      </tr>`,
  ),
  ...view.sums.map(
    ({ label, amount }) => html`
      <tr><td style="padding:4px 0;color:#6b625a">${label}</td><td align="right" style="padding:4px 0;color:#6b625a">${amount}</td></tr>`,
  ),
  html`
      <tr><td style="padding:12px 0;font-weight:700">Total</td><td align="right" style="padding:12px 0;font-weight:700">${view.total}</td></tr>`,
]

const block = (label: string, lines: readonly string[]) => html`
    <p style="margin:0 0 16px"><b>${label}</b><br>${lines.flatMap((line, at) => (at ? [html`<br>`, escapeHtml(line)] : [escapeHtml(line)]))}</p>`

const htmlOf = (view: View): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${view.order_no}</title></head>
<body style="margin:0;background:#f5f1ec">
  <div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;color:#2b2622;font:16px/1.5 Georgia,serif">
    <p style="margin:0 0 24px;font-size:20px">${view.shop}</p>
    <h1 style="margin:0 0 8px;font-size:26px;line-height:1.25;font-weight:400">${view.greeting}</h1>
    <p style="margin:0 0 24px">We have your order <b>${view.order_no}</b>.</p>
    <table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 24px;border-collapse:collapse">${rows(view)}
    </table>${block('Payment', [view.payment])}${block('Delivery', [view.delivery])}${block('To', view.address)}${
      view.instruction ? block('Your note', [view.instruction]) : html``
    }${view.contact ? block('Questions?', [view.contact]) : html``}
  </div>
</body>
</html>
`.markup
