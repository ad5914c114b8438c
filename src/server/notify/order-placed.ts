import type { Cart } from '#contract/cart.ts'
import { formatMoney, money } from '#contract/money.ts'
import type { CheckoutSettings } from '../checkout/checkout-settings.ts'
import type { OrderDraft } from '../checkout/order-draft.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { MailLook } from './mail-look.ts'
import { orderPlacedMail } from './order-placed-mail.ts'

export type OrderFacts = OrderDraft & {
  id: number
  order_no: string
  cart: Cart
  settings: Pick<CheckoutSettings, 'store_name' | 'store_email' | 'store_phone'>
  channel: Pick<Channel, 'currency' | 'locale'>
  look: MailLook
  /** Where the order can be followed. */
  url: string
}

/** A row of the outbox, written in the transaction of what it tells of. Security §16. */
export type Message = {
  channel: 'mail' | 'sms'
  kind: string
  order_id: number
  recipient: string
  subject: string
  text: string
  html: string | null
}

/** What goes out when an order was placed: a mail and an SMS, to whatever the shopper gave. */
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

function smsText({ order_no, order, settings, channel, url }: OrderFacts) {
  const total = formatMoney(money(order.grand_total, channel.currency), channel.locale)
  const shop = settings.store_name ? `${settings.store_name}: ` : ''
  return `${shop}we have your order ${order_no}. ${total}, ${order.payment_method_name}. ${url}`
}
