import type { Tx } from '../http/context.ts'
import { type MailConfig, queueOrderNews } from './order-news.ts'

type Cancelled = {
  order: { id: number; payment_method: string; payment_status: string }
  /** Its number: each part that is cancelled is news. */
  cancellation: number
  pieces: readonly { name: string; quantity: number }[]
  isWhole: boolean
  back: { refunded: number; owed: number }
}

/** Tells that an order, or a part of it, was cancelled, and what becomes of the money. */
export const queueOrderCancelled = (
  tx: Tx,
  config: MailConfig,
  { order, cancellation, pieces, isWhole, back }: Cancelled,
) =>
  queueOrderNews(tx, config, order.id, ({ order_no, amount }) => {
    const what = isWhole ? `Your order ${order_no}` : `A part of your order ${order_no}`
    const sum = back.refunded + back.owed
    const money =
      sum > 0
        ? back.owed > 0
          ? `We pay ${amount(sum)} back to you and will be in touch about it.`
          : `${amount(sum)} is on its way back to where it came from. Banks take up to 7 days.`
        : isWhole
          ? 'There is nothing for you to pay.'
          : 'You pay only for what is left of it.'
    return {
      kind: isWhole ? 'order_cancelled' : `items_cancelled:${cancellation}`,
      subject: isWhole ? `Your order ${order_no} is cancelled` : `Changes to your order ${order_no}`,
      title: `${what} is cancelled`,
      paragraphs: [money],
      lines: pieces.map(({ name, quantity }) => ({ name: `${quantity} × ${name}` })),
      sms: `${what} is cancelled. ${money}`,
    }
  })
