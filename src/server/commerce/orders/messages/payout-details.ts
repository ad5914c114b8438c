import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { sampleUrl } from './sample-order.ts'

type Saved = {
  orderId: number
  /** Masked. */
  account: string
  /** Tells the messages of several changes apart. */
  change: number
  /** Another account was known before. */
  isChanged: boolean
}

/** Sends that an account for a refund was entered or changed, so that a customer notices when it was someone else. */
export const queuePayoutDetails = (
  tx: Tx,
  config: MailConfig,
  { orderId, account, change, isChanged }: Saved,
) =>
  queueOrderMessage(tx, config, orderId, ({ order_no }) => {
    const values = { order_no, account, change: isChanged ? 'changed' : 'entered' }
    return {
      kind: `payout_details:${change}`,
      mail: payoutDetailsSaved,
      values,
      sms: `The account for the refund of order ${order_no} was ${values.change}: ${account}. If this was not you, please contact us at once.`,
    }
  })

const placeholders = {
  order_no: { title: 'Order number', sample: 'KL-100042' },
  account: { title: 'The account, masked', sample: 'Bank account ending in 7890' },
  change: { title: '“entered” or “changed”', sample: 'entered' },
}

export const payoutDetailsSaved: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'payout_details',
  group: 'Orders',
  title: 'Account for a refund',
  help: 'When the customer or your staff entered or changed where a refund is paid.',
  placeholders,
  defaults: ({ order_no, account, change }) => ({
    subject: `The account for the refund of order ${order_no} was ${change}`,
    heading: `Your refund account was ${change}`,
    intro: `The refund of your order ${order_no} will be paid to: ${account}.`,
    closing: 'If this was not you, please contact us at once, before we pay it.',
  }),
  sample: (look) =>
    orderMail(look, { mail: payoutDetailsSaved, values: samplesOf(placeholders) }, sampleUrl(look)),
})
