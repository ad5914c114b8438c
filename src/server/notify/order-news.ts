import { formatMoney, money } from '#contract/money.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { html } from './escape-html.ts'
import type { Message } from './order-placed.ts'
import { queueMessages } from './queue-messages.ts'

/** What happened to an order, in the shopper's words: a mail with a title and paragraphs, and a line for the phone. */
export type News = {
  /** Once each: the same kind of the same order goes out a single time. */
  kind: string
  subject: string
  title: string
  paragraphs: readonly string[]
  /** What it is about: `2 × Moon Vase`, with an amount where one matters. */
  lines?: readonly { name: string; amount?: string }[]
  sms: string
}

type Facts = { order_no: string; amount: (minor: number) => string }

/**
 * Queues mail and SMS to whatever the shopper gave, in the transaction of what they tell of. Security §16.
 * @param tell words the news for this order.
 */
export async function queueOrderNews(tx: Tx, orderId: number, tell: (facts: Facts) => News): Promise<void> {
  const order = await contactOf.first(tx, orderId)
  if (!order) return
  const { email, phone, order_no, locale, currency, store_name, store_email, store_phone } = order
  const news = tell({ order_no, amount: (minor) => formatMoney(money(minor, currency), locale) })
  const help = [store_email, store_phone].filter(Boolean).join(' or ')
  const about = { order_id: orderId, kind: news.kind }
  const messages: Message[] = [
    ...(email
      ? [
          {
            ...about,
            channel: 'mail' as const,
            recipient: email,
            subject: news.subject,
            ...mailOf(news, store_name, help),
          },
        ]
      : []),
    ...(phone
      ? [
          {
            ...about,
            channel: 'sms' as const,
            recipient: phone,
            subject: '',
            text: store_name ? `${store_name}: ${news.sms}` : news.sms,
            html: null,
          },
        ]
      : []),
  ]
  await queueMessages(tx, messages)
}

function mailOf({ subject, title, paragraphs, lines = [] }: News, shop: string, help: string) {
  const text = [
    title,
    ...paragraphs,
    lines.map(({ name, amount }) => (amount ? `${name}: ${amount}` : name)).join('\n'),
    help && `Questions? ${help}`,
    shop,
  ]
    .filter(Boolean)
    .join('\n\n')
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f5f1ec">
  <div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;color:#2b2622;font:16px/1.5 Georgia,serif">
    <p style="margin:0 0 24px;font-size:20px">${shop}</p>
    <h1 style="margin:0 0 16px;font-size:26px;line-height:1.25;font-weight:400">${title}</h1>${paragraphs.map(
      (paragraph) => html`
    <p style="margin:0 0 16px">${paragraph}</p>`,
    )}
    <table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 24px;border-collapse:collapse">${lines.map(
      ({ name, amount = '' }) => html`
      <tr><td style="padding:10px 0;border-bottom:1px solid #e7e0d8">${name}</td><td align="right" style="padding:10px 0;border-bottom:1px solid #e7e0d8;white-space:nowrap">${amount}</td></tr>`,
    )}
    </table>${
      help
        ? html`
    <p style="margin:0;color:#6b625a">Questions? ${help}</p>`
        : html``
    }
  </div>
</body>
</html>
`
  return { text, html: page.markup }
}

type Contact = {
  email: string | null
  phone: string | null
  order_no: string
  currency: string
  locale: string
  store_name: string
  store_email: string
  store_phone: string
}

const setting = (key: string) =>
  `coalesce((select s.value #>> '{}' from settings s where s.key = '${key}'), '') as ${key}`

const contactOf = prepared<Contact>(
  'contact of order with shop',
  `select o.email, o.phone, o.order_no, o.currency, c.locale,
    ${setting('store_name')}, ${setting('store_email')}, ${setting('store_phone')}
  from orders o join channels c on c.id = o.channel_id
  where o.id = $1::bigint`,
)
