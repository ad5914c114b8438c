import { formatMoney, money } from '#contract/money.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { mailBlock, mailButton, mailFoot, mailPage, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import type { Message } from '#server/platform/notify/queue-messages.ts'
import type { OrderFacts } from '../orders/messages/order-placed.ts'
import { sampleUrl } from '../orders/messages/sample-order.ts'

/** A separate mail with the bank transfer instructions, so that it is easy to find again. None for other methods. */
export async function transferMessages(
  tx: Tx,
  {
    id,
    order_no,
    order,
    due,
    channel,
    look,
    url,
  }: Pick<OrderFacts, 'id' | 'order_no' | 'order' | 'due' | 'channel' | 'look' | 'url'>,
): Promise<Message[]> {
  if (order.payment_method !== 'bank_transfer' || !order.email || due === 0) return []
  const method = await instructionsOf.first(tx, order.channel_id, order.payment_method)
  if (!method?.instructions) return []
  const sum = formatMoney(money(due, channel.currency), channel.locale)
  return [
    {
      channel: 'mail',
      kind: 'payment_instructions',
      order_id: id,
      recipient: order.email,
      ...transferMail(look, { order_no, amount: sum, instructions: method.instructions, url }),
    },
  ]
}

type Transfer = { order_no: string; amount: string; instructions: string; url: string }

function transferMail(look: MailLook, { order_no, amount, instructions, url }: Transfer): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, paymentInstructions, { order_no, amount })
  return {
    subject,
    text: [
      ...intro,
      `Amount: ${amount}\nReference: ${order_no}`,
      instructions,
      `Your order: ${url}`,
      ...closing,
      mailFoot(look),
    ].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: intro[0] ?? heading,
      heading,
      parts: [
        ...intro.map(mailText),
        mailBlock(look, 'Amount', [amount]),
        mailBlock(look, 'Reference', [order_no]),
        mailBlock(look, 'How', instructions.split('\n')),
        mailButton(look, { href: url, label: 'See your order' }),
        ...closing.map(mailText),
      ],
    }),
  }
}

export const paymentInstructions = defineMail({
  name: 'payment_instructions',
  group: 'Orders',
  title: 'Bank transfer instructions',
  help: 'With the order confirmation, when the customer pays by bank transfer. The bank details are those of the payment method.',
  placeholders: {
    order_no: { title: 'Order number', sample: 'KL-100042' },
    amount: { title: 'Amount', sample: '₹3,380' },
  },
  defaults: ({ order_no, amount }) => ({
    subject: `How to pay your order ${order_no}`,
    heading: 'Your transfer',
    intro: `Please transfer ${amount} with the reference ${order_no}. We pack your order as soon as the money is here.`,
  }),
  sample: (look) =>
    transferMail(look, {
      order_no: 'KL-100042',
      amount: '₹3,380',
      instructions: 'Your bank details',
      url: sampleUrl(look),
    }),
})

const instructionsOf = prepared<{ instructions: string }>(
  'payment instructions',
  'select instructions from payment_methods where channel_id = $1::integer and code = $2::text',
)
