import { formatMoney, money } from '#contract/money.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { html } from '../notify/escape-html.ts'
import type { Message, OrderFacts } from '../notify/order-placed.ts'

/** How to pay an order by bank transfer, as a mail of its own that is easy to find again. Nothing for other methods. */
export async function transferMessages(
  tx: Tx,
  { id, order_no, order, channel }: Pick<OrderFacts, 'id' | 'order_no' | 'order' | 'channel'>,
): Promise<Message[]> {
  if (order.payment_method !== 'bank_transfer' || !order.email) return []
  const method = await instructionsOf.first(tx, order.channel_id, order.payment_method)
  if (!method?.instructions) return []
  const sum = formatMoney(money(order.grand_total, channel.currency), channel.locale)
  const lines = [`Amount: ${sum}`, `Reference: ${order_no}`, method.instructions]
  return [
    {
      channel: 'mail',
      kind: 'payment_instructions',
      order_id: id,
      recipient: order.email,
      subject: `How to pay your order ${order_no}`,
      text: lines.join('\n\n'),
      html: html`<!doctype html><html lang="en"><body>${lines.map((line) => html`<p>${line}</p>`)}</body></html>`
        .markup,
    },
  ]
}

const instructionsOf = prepared<{ instructions: string }>(
  'payment instructions',
  'select instructions from payment_methods where channel_id = $1::integer and code = $2::text',
)
