import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import type { RefundAmounts } from '../model/exchange.ts'
import type { ChangePlan } from '../model/order-change.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { backText } from './paid-back.ts'
import { sampleUrl } from './sample-order.ts'

type Planned = { order: { id: number }; change: number; plan: ChangePlan }

const linesOf = ({ taken_out, put_in }: ChangePlan) => [
  ...taken_out.map((name) => ({ name: `Removed: ${name}` })),
  ...put_in.map((name) => ({ name: `Added: ${name}` })),
]

/** Sends what the order is now, and how money goes back. */
export const queueOrderChanged = (
  tx: Tx,
  config: MailConfig,
  { order, change, plan, refund }: Planned & { refund: RefundAmounts },
) =>
  queueOrderMessage(tx, config, order.id, ({ order_no, amount }) => {
    const total = amount(plan.order.grand_total)
    const money = backText(refund, amount)
    return {
      kind: `order_changed:${change}`,
      mail: orderChanged,
      values: { order_no, total },
      paragraphs: money === '' ? [] : [money],
      lines: linesOf(plan),
      sms: `your order ${order_no} was changed. The new total is ${total}. ${money}`.trim(),
    }
  })

type Proposed = Planned & {
  difference: number
  answer_by: Date
  /** The page where the difference is paid; null: the customer accepts the new total on the page of the order. */
  payment_link: string | null
}

/** Asks for the difference, or for the word of the customer. */
export const queueChangeProposed = (
  tx: Tx,
  config: MailConfig,
  { order, change, plan, difference, answer_by, payment_link }: Proposed,
) =>
  queueOrderMessage(tx, config, order.id, ({ order_no, locale, amount }) => {
    const values = {
      order_no,
      difference: amount(difference),
      total: amount(plan.order.grand_total),
      day: dayText(answer_by.toISOString(), locale, timeZoneOf(locale)),
    }
    const until = `Until then your order waits and we keep the items for you. Without your answer it stays as it was.`
    return {
      kind: `change_proposed:${change}`,
      mail: changeProposed,
      values,
      paragraphs: [
        payment_link ? `Please pay the difference by ${values.day}.` : `Please accept it by ${values.day}.`,
        until,
      ],
      lines: linesOf(plan),
      ...(payment_link && { button: { label: `Pay ${values.difference}`, href: payment_link } }),
      sms: `your order ${order_no} would change to ${values.total}. ${payment_link ? `Please pay ${values.difference}` : 'Please accept it'} by ${values.day}${payment_link ? `: ${payment_link}` : ''}`,
    }
  })

/** Sends that a change will not be made. */
export const queueChangeEnded = (tx: Tx, config: MailConfig, orderId: number, change: number) =>
  queueOrderMessage(tx, config, orderId, ({ order_no }) => ({
    kind: `change_ended:${change}`,
    mail: changeEnded,
    values: { order_no },
    sms: `your order ${order_no} stays as it was: the change was not made.`,
  }))

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  total: { title: 'New total', sample: '₹3,380' },
}
const proposalPlaceholders = {
  ...placeholders,
  difference: { title: 'Difference', sample: '₹1,690' },
  day: { title: 'Last day to answer', sample: '24 Nov 2026' },
}
const sampleLines = [{ name: 'Removed: 1 × Moon Vase' }, { name: 'Added: 2 × Moon Vase, large' }]

export const orderChanged: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'order_changed',
  group: 'Orders',
  title: 'Order changed',
  help: 'When you have changed an order, and where it costs more, when the customer has agreed.',
  placeholders,
  defaults: ({ order_no, total }) => ({
    subject: `Your order ${order_no} was changed`,
    heading: `Your order ${order_no} was changed`,
    intro: `The new total is ${total}.`,
  }),
  sample: (look) =>
    orderMail(
      look,
      { mail: orderChanged, values: samplesOf(placeholders), lines: sampleLines },
      sampleUrl(look),
    ),
})

export const changeProposed: ShopMail<keyof typeof proposalPlaceholders> = defineMail({
  name: 'change_proposed',
  group: 'Orders',
  title: 'Change to confirm',
  help: 'When you change an order so that it costs more: the customer pays the difference or accepts the new total.',
  placeholders: proposalPlaceholders,
  defaults: ({ order_no, total, difference }) => ({
    subject: `Please confirm the change of your order ${order_no}`,
    heading: 'Please confirm the change of your order',
    intro: `With this change your order ${order_no} costs ${difference} more: ${total} in all.`,
  }),
  sample: (look) =>
    orderMail(
      look,
      { mail: changeProposed, values: samplesOf(proposalPlaceholders), lines: sampleLines },
      sampleUrl(look),
    ),
})

const endedPlaceholders = { order_no: placeholders.order_no }

export const changeEnded: ShopMail<keyof typeof endedPlaceholders> = defineMail({
  name: 'change_ended',
  group: 'Orders',
  title: 'Change not made',
  help: 'When a change is withdrawn, or the customer did not confirm it in time.',
  placeholders: endedPlaceholders,
  defaults: ({ order_no }) => ({
    subject: `Your order ${order_no} stays as it was`,
    heading: `Your order ${order_no} stays as it was`,
    intro: 'The change was not made. Nothing was charged for it.',
  }),
  sample: (look) =>
    orderMail(look, { mail: changeEnded, values: samplesOf(endedPlaceholders) }, sampleUrl(look)),
})
