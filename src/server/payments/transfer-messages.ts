import { formatMoney, money } from '#contract/money.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { mailBlock, mailButton, mailFoot, mailPage, mailText } from '../notify/mail-page.ts'
import type { Message, OrderFacts } from '../notify/order-placed.ts'

/** How to pay an order by bank transfer, as a mail of its own that is easy to find again. Nothing for other methods. */
export async function transferMessages(
  tx: Tx,
  {
    id,
    order_no,
    order,
    channel,
    look,
    url,
  }: Pick<OrderFacts, 'id' | 'order_no' | 'order' | 'channel' | 'look' | 'url'>,
): Promise<Message[]> {
  if (order.payment_method !== 'bank_transfer' || !order.email) return []
  const method = await instructionsOf.first(tx, order.channel_id, order.payment_method)
  if (!method?.instructions) return []
  const sum = formatMoney(money(order.grand_total, channel.currency), channel.locale)
  const subject = `How to pay your order ${order_no}`
  const intro = `Please transfer ${sum} with the reference ${order_no}. We pack your order as soon as the money is here.`
  return [
    {
      channel: 'mail',
      kind: 'payment_instructions',
      order_id: id,
      recipient: order.email,
      subject,
      text: [
        intro,
        `Amount: ${sum}\nReference: ${order_no}`,
        method.instructions,
        `Your order: ${url}`,
        mailFoot(look),
      ].join('\n\n'),
      html: mailPage(look, {
        title: subject,
        preview: intro,
        heading: 'Your transfer',
        parts: [
          mailText(intro),
          mailBlock(look, 'Amount', [sum]),
          mailBlock(look, 'Reference', [order_no]),
          mailBlock(look, 'How', method.instructions.split('\n')),
          mailButton(look, { href: url, label: 'See your order' }),
        ],
      }),
    },
  ]
}

const instructionsOf = prepared<{ instructions: string }>(
  'payment instructions',
  'select instructions from payment_methods where channel_id = $1::integer and code = $2::text',
)
