import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import { awaitsReturn, type Exchange } from '../model/exchange.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { sampleUrl } from './sample-order.ts'

type Notice = {
  exchange: Exchange
  /** What is to be paid for the new order beyond the value of the return, in minor units. */
  due: number
  /** Where and until when it is paid online; null: on delivery, by bank transfer, or not at all. */
  link: { href: string; pay_by: string } | null
  /** Of staff. */
  note: string
}

/** Sends the new order's customer what comes back, what they get for it, and the difference: when it starts, and when it is settled. */
export async function queueExchange(tx: Tx, config: MailConfig, { exchange, due, link, note }: Notice) {
  const { order_id, order_no, former_no } = exchange
  const pieces = await piecesOf.all(tx, exchange.refund_id, order_id)
  await queueOrderMessage(tx, config, order_id, ({ locale, amount }) => {
    const day = link ? dayText(link.pay_by, locale, timeZoneOf(locale)) : ''
    const difference = differenceText(exchange, { due: amount(due), isDue: due > 0, day }, amount)
    return {
      kind:
        exchange.status === 'refunded' && exchange.mode === 'on_receipt'
          ? 'exchange_settled'
          : 'exchange_started',
      mail: exchangeMail,
      values: { order_no, former_no },
      paragraphs: [arrivalText(exchange), note, difference].filter(Boolean),
      lines: pieces.map(({ name, quantity, is_returned }) => ({
        name: `${is_returned ? returnedLabels[exchange.mode] : 'New'}: ${quantity} × ${name}`,
      })),
      ...(link && { button: { label: `Pay ${amount(due)}`, href: link.href } }),
      sms: `order ${order_no} is your exchange for items of order ${former_no}. ${difference}${link ? ` ${link.href}` : ''}`,
    }
  })
}

const returnedLabels = { on_receipt: 'Comes back', at_once: 'Comes back', kept: 'Instead of' }

function arrivalText({ mode, status }: Exchange): string {
  if (mode === 'kept') return ''
  if (status === 'refunded') return 'Your return has arrived.'
  return 'Please pack the items that come back well, and keep them ready: we collect them.'
}

type Difference = { due: string; isDue: boolean; day: string }

function differenceText(
  exchange: Exchange,
  { due, isDue, day }: Difference,
  amount: (minor: number) => string,
): string {
  if (awaitsReturn(exchange))
    return 'We keep the new items for you, and send them once your return is here. A difference is settled then.'
  if (isDue)
    return day
      ? `Please pay the difference of ${due} by ${day}. Until then we keep the items for you.`
      : `The difference of ${due} is to be paid.`
  const rest = exchange.amount - exchange.exchanged
  if (rest === 0) return 'There is nothing to pay.'
  return exchange.status === 'refunded'
    ? `${amount(rest)} of your return goes back to you.`
    : `${amount(rest)} of your return goes back to you once it is here.`
}

const piecesOf = prepared<{ name: string; quantity: number; is_returned: boolean }>(
  'pieces of exchange',
  `select name, quantity, is_returned from (
    select i.id, i.name, i.quantity, true as is_returned from refund_items r join order_items i on i.id = r.order_item_id
    where r.refund_id = $1::bigint
    union all
    select id, name, quantity, false from order_items where order_id = $2::bigint and status <> 'cancelled'
  ) piece order by is_returned desc, id`,
)

const placeholders = {
  order_no: { title: 'Number of the new order', sample: 'KL-100043' },
  former_no: { title: 'Number of the order whose items come back', sample: 'KL-100042' },
}

export const exchangeMail: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'exchange',
  group: 'Orders',
  title: 'Exchange',
  help: 'When you exchange items of an order, and when the return has arrived if the new items wait for it.',
  placeholders,
  defaults: ({ order_no, former_no }) => ({
    subject: `Your exchange for order ${former_no}`,
    heading: 'Your exchange',
    intro: `Order ${order_no} is your exchange for items of order ${former_no}.`,
  }),
  sample: (look) =>
    orderMail(
      look,
      {
        mail: exchangeMail,
        values: samplesOf(placeholders),
        paragraphs: [
          'Please pay the difference of ₹1,690 by 24 Nov 2026. Until then we keep the items for you.',
        ],
        lines: [{ name: 'Comes back: 1 × Moon Vase' }, { name: 'New: 1 × Moon Vase, large' }],
        button: { label: 'Pay ₹1,690', href: sampleUrl(look) },
      },
      sampleUrl(look),
    ),
})
