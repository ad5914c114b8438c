import type { Tx } from '#server/platform/kernel/context.ts'
import { defineMail, type ShopMail, samplesOf } from '#server/platform/notify/mail-texts.ts'
import { type MailConfig, orderMail, queueOrderMessage } from './order-message.ts'
import { sampleUrl } from './sample-order.ts'

type Stated = { order_id: number; id: number; values: readonly { label: string; value: string }[] }

/** Acknowledges a withdrawal to the contacts of the order, with its content and time. Directive 2011/83/EU Art. 11a (4). */
export const queueWithdrawalMessage = (tx: Tx, config: MailConfig, { order_id, id, values }: Stated) =>
  queueOrderMessage(tx, config, order_id, ({ order_no }) => ({
    kind: `withdrawal:${id}`,
    mail: withdrawalStated,
    values: { order_no },
    paragraphs: values.map(({ label, value }) => `${label}: ${value}`),
    sms: `We have received your withdrawal from order ${order_no}.`,
  }))

const placeholders = { order_no: { title: 'Order number', sample: 'KL-100042' } }

export const withdrawalStated: ShopMail<keyof typeof placeholders> = defineMail({
  name: 'withdrawal_stated',
  group: 'Orders',
  title: 'Withdrawal received',
  help: 'At once, when a customer withdraws from a contract. The statement and its time follow the text.',
  placeholders,
  defaults: ({ order_no }) => ({
    subject: `We have received your withdrawal: order ${order_no}`,
    heading: 'We have received your withdrawal',
    intro: 'This is your statement, as we received it.',
  }),
  sample: (look) =>
    orderMail(
      look,
      { mail: withdrawalStated, values: samplesOf(placeholders), paragraphs: ['Goods: 1 × Moon vase'] },
      sampleUrl(look),
    ),
})
