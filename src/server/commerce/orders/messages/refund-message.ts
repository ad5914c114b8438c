import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import type { RefundAmounts } from '../model/exchange.ts'
import { type LostBenefits, lostTexts, nothingLost } from '../model/lost-benefits.ts'
import { type MailConfig, type OrderNotification, orderMail, queueOrderMessage } from './order-message.ts'
import { backText } from './paid-back.ts'
import { sampleUrl } from './sample-order.ts'

export type RefundNotice = {
  order_id: number
  refund_no: string
  amount: number
  note: string
  /** The part of the amount that pays a new order. */
  exchanged?: number
  /** How the rest of it goes back, once it does. */
  back?: RefundAmounts
  /** Number of the credit note that comes with the refund. */
  credit_note_no?: string | undefined
  /** What is deducted for the items that stay. */
  lost?: LostBenefits
}

type Step = 'refund_requested' | 'refund_approved' | 'return_label' | 'refund_rejected' | 'refunded'

/** Sends the progress of a refund, once per step. */
export const queueRefundMessage = (tx: Tx, config: MailConfig, refund: RefundNotice, step: Step) =>
  queueOrderMessage(tx, config, refund.order_id, ({ order_no, amount, fileUrl }): OrderNotification => {
    const { refund_no, credit_note_no, exchanged = 0, back, lost = nothingLost } = refund
    const sum = amount(refund.amount)
    const paid = exchanged > 0 ? `${amount(exchanged)} pays the new order of your exchange. ` : ''
    const money = `${paid}${back ? backText(back, amount) : ''}`.trim()
    const values = { order_no, refund_no, amount: sum, note: refund.note, money }
    const { heading, intro } = refundMails[step].defaults({ ...values, store_name: '' })
    return {
      kind: `${step}:${refund_no}`,
      mail: refundMails[step],
      values,
      paragraphs: [
        ...lostTexts(lost, amount),
        ...((step === 'refund_approved' || step === 'refunded') && refund.note ? [refund.note] : []),
      ],
      lines: [{ name: `Refund ${refund_no} of order ${order_no}`, amount: sum }],
      file:
        step === 'return_label'
          ? { label: 'Download the return label', href: fileUrl('/api/orders/return-label', { refund_no }) }
          : credit_note_no
            ? {
                label: `Download credit note ${credit_note_no}`,
                href: fileUrl('/api/orders/credit-note', { refund_no }),
              }
            : undefined,
      sms: `${heading} (${refund_no}, ${sum}). ${intro}`,
    }
  })

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  refund_no: { title: 'Number of the refund', sample: 'RF-100007' },
  amount: { title: 'Amount', sample: '₹1,690' },
  note: { title: 'Your note to the customer; may be empty', sample: 'The vase shows signs of use.' },
  money: {
    title: 'How the money is paid back',
    sample: '₹1,690 will be refunded to the original payment method. This may take up to 7 days.',
  },
}
type RefundMail = ShopMail<keyof typeof placeholders>

const refundMail = (
  name: Step,
  facts: Pick<RefundMail, 'title' | 'help'> & {
    heading: string
    intro: (values: { note: string; money: string }) => string
  },
): RefundMail => {
  const mail: RefundMail = defineMail({
    name,
    group: 'Orders',
    title: facts.title,
    help: facts.help,
    placeholders,
    defaults: (values) => ({
      subject: `${facts.heading}: order ${values.order_no}`,
      heading: facts.heading,
      intro: facts.intro(values),
    }),
    sample: (look) =>
      orderMail(
        look,
        {
          mail,
          values: samplesOf(placeholders),
          lines: [{ name: 'Refund RF-100007 of order KL-100042', amount: '₹1,690' }],
        },
        sampleUrl(look),
      ),
  })
  return mail
}

export const refundMails: Record<Step, RefundMail> = {
  refund_requested: refundMail('refund_requested', {
    title: 'Refund requested',
    help: 'When a customer asks for a refund.',
    heading: 'We have your refund request',
    intro: () => 'We’ll review it within two working days and send you the next steps.',
  }),
  refund_approved: refundMail('refund_approved', {
    title: 'Refund approved',
    help: 'When you approve a refund. Your note follows the text.',
    heading: 'Your refund is approved',
    intro: () =>
      'Please pack the items well and keep them ready: we collect them, and pay you back once they are here.',
  }),
  return_label: refundMail('return_label', {
    title: 'Return label',
    help: 'When you book a return at a courier that has a label for it.',
    heading: 'Your return label is ready',
    intro: () => 'Please print the label, put it on the parcel, and hand the parcel to the courier.',
  }),
  refund_rejected: refundMail('refund_rejected', {
    title: 'Refund rejected',
    help: 'When you reject a refund.',
    heading: 'We could not accept your refund request',
    intro: ({ note }) => note || 'Please contact us if you disagree with this decision.',
  }),
  refunded: refundMail('refunded', {
    title: 'Refund paid',
    help: 'When the money is paid back.',
    heading: 'Your refund is on its way',
    intro: ({ money }) => money,
  }),
}
