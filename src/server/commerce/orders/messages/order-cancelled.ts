import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import type { RefundAmounts } from '../model/exchange.ts'
import { type LostBenefits, lostTexts } from '../model/lost-benefits.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { backText } from './paid-back.ts'
import { sampleUrl } from './sample-order.ts'

type Cancelled = {
  order: { id: number; payment_method: string; payment_status: string }
  /** Number of the cancellation: each partial cancellation sends its own message. */
  cancellation: number
  pieces: readonly { name: string; quantity: number }[]
  isWhole: boolean
  /** Of the rest of the order, in minor units. */
  newTotal: number
  back: RefundAmounts
  lost: LostBenefits
}

/** Sends that an order or a part of it was cancelled, and how the money is refunded. */
export const queueOrderCancelled = (
  tx: Tx,
  config: MailConfig,
  { order, cancellation, pieces, isWhole, newTotal, back, lost }: Cancelled,
) =>
  queueOrderMessage(tx, config, order.id, ({ order_no, amount }) => {
    const what = isWhole ? `Your order ${order_no}` : `A part of your order ${order_no}`
    const text = backText(back, amount)
    const noMoney = isWhole ? 'There is nothing for you to pay.' : `Your new total is ${amount(newTotal)}.`
    const money = text || noMoney
    const less = lostTexts(lost, amount)
    return {
      kind: isWhole ? 'order_cancelled' : `items_cancelled:${cancellation}`,
      mail: isWhole ? orderCancelled : itemsCancelled,
      values: { order_no, money },
      paragraphs: [...less, ...(isWhole || text === '' ? [] : [`Your new total is ${amount(newTotal)}.`])],
      lines: pieces.map(({ name, quantity }) => ({ name: `${quantity} × ${name}` })),
      sms: [`${what} is cancelled.`, ...less, money].join(' '),
    }
  })

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  money: {
    title: 'What happens with the money',
    sample: '₹1,690 will be refunded to the original payment method. This may take up to 7 days.',
  },
}
type CancelledMail = ShopMail<keyof typeof placeholders>
const sampleLines = [{ name: '1 × Moon Vase' }]

export const orderCancelled: CancelledMail = defineMail({
  name: 'order_cancelled',
  group: 'Orders',
  title: 'Order cancelled',
  help: 'When a whole order is cancelled.',
  placeholders,
  defaults: ({ order_no, money }) => ({
    subject: `Your order ${order_no} is cancelled`,
    heading: `Your order ${order_no} is cancelled`,
    intro: money,
  }),
  sample: (look) =>
    orderMail(
      look,
      { mail: orderCancelled, values: samplesOf(placeholders), lines: sampleLines },
      sampleUrl(look),
    ),
})

export const itemsCancelled: CancelledMail = defineMail({
  name: 'items_cancelled',
  group: 'Orders',
  title: 'Items cancelled',
  help: 'When a part of an order is cancelled.',
  placeholders,
  defaults: ({ order_no, money }) => ({
    subject: `Changes to your order ${order_no}`,
    heading: `A part of your order ${order_no} is cancelled`,
    intro: money,
  }),
  sample: (look) =>
    orderMail(
      look,
      {
        mail: itemsCancelled,
        values: samplesOf(placeholders),
        paragraphs: ['Your new total is ₹1,690.'],
        lines: sampleLines,
      },
      sampleUrl(look),
    ),
})
