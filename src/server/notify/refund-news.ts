import type { Tx } from '../http/context.ts'
import { type MailConfig, type News, queueOrderNews } from './order-news.ts'

export type RefundTold = {
  order_id: number
  refund_no: string
  amount: number
  note: string
  is_by_hand: boolean
  /** Of the paper that comes with the money. */
  credit_note_no?: string | undefined
}

type Step = 'refund_requested' | 'refund_approved' | 'refund_rejected' | 'refunded'

/** Tells how far a refund is, once each step. */
export const queueRefundNews = (tx: Tx, config: MailConfig, refund: RefundTold, step: Step) =>
  queueOrderNews(tx, config, refund.order_id, ({ order_no, amount, fileUrl }): News => {
    const { refund_no, credit_note_no } = refund
    const sum = amount(refund.amount)
    const { title, paragraphs } = wordsOf(step, refund, sum)
    return {
      kind: `${step}:${refund_no}`,
      subject: `${title}: order ${order_no}`,
      title,
      paragraphs,
      lines: [{ name: `Refund ${refund_no} of order ${order_no}`, amount: sum }],
      file: credit_note_no
        ? {
            label: `Download credit note ${credit_note_no}`,
            href: fileUrl('/api/orders/credit-note', { refund_no }),
          }
        : undefined,
      sms: `${title} (${refund_no}, ${sum}). ${paragraphs[0] ?? ''}`,
    }
  })

function wordsOf(step: Step, { note, is_by_hand }: RefundTold, sum: string) {
  const words = note ? [note] : []
  switch (step) {
    case 'refund_requested':
      return {
        title: 'We have your refund request',
        paragraphs: ['We look at it within two working days and tell you what comes next.'],
      }
    case 'refund_approved':
      return {
        title: 'Your refund is approved',
        paragraphs: [
          'Please pack the items well and keep them ready: we collect them, and pay you back once they are here.',
          ...words,
        ],
      }
    case 'refund_rejected':
      return {
        title: 'We could not accept your refund request',
        paragraphs: words.length > 0 ? words : ['Please write to us if you think that we are mistaken.'],
      }
    case 'refunded':
      return {
        title: 'Your refund is on its way',
        paragraphs: is_by_hand
          ? [`We pay ${sum} back to you by hand and will be in touch about it.`]
          : [`${sum} goes back to where it came from. Banks take up to 7 days.`],
      }
  }
}
