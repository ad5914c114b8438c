import type { Cart } from '#contract/cart.ts'
import { formatMoney, money } from '#contract/money.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { OrderMailBlock } from '#server/platform/kernel/plugin.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import type { Message } from '#server/platform/notify/queue-messages.ts'
import type { CheckoutSettings } from '#server/shop/settings/checkout-settings.ts'
import type { OrderDraft } from '../model/order-draft.ts'
import { orderPlacedMail } from './order-placed-mail.ts'

export type OrderFacts = OrderDraft & {
  id: number
  /** Of the total, what its customer pays. */
  due: number
  /** What pays the rest: a return, gift cards, store credit. */
  credits: readonly { label: string; amount: number }[]
  order_no: string
  placed_at: Date
  cart: Cart
  settings: Pick<CheckoutSettings, 'store_name' | 'store_email' | 'store_phone' | 'store_address'>
  channel: Pick<Channel, 'currency' | 'locale' | 'withdrawal_days'>
  look: MailLook
  /** Tracking page of the order. */
  url: string
  /** Paragraphs of plugins. */
  blocks: readonly OrderMailBlock[]
}

/** Mail and SMS after an order is placed, to the contacts that the shopper gave. */
export function orderPlacedMessages(facts: OrderFacts): Message[] {
  const { id, order } = facts
  const messages: Message[] = []
  if (order.email)
    messages.push({
      ...orderPlacedMail(facts),
      channel: 'mail',
      kind: 'order_placed',
      order_id: id,
      recipient: order.email,
    })
  if (order.phone)
    messages.push({
      channel: 'sms',
      kind: 'order_placed',
      order_id: id,
      recipient: order.phone,
      subject: '',
      text: smsText(facts),
      html: null,
    })
  return messages
}

function smsText({ order_no, order, due, settings, channel, url }: OrderFacts) {
  const total = formatMoney(money(due, channel.currency), channel.locale)
  const shop = settings.store_name ? `${settings.store_name}: ` : ''
  return `${shop}we have your order ${order_no}. ${total}, ${order.payment_method_name}. ${url}`
}
