import { formatMoney, money } from '#contract/money.ts'
import type { Config } from '../config/config.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { trackToken, trackUrl } from '../tracking/track-link.ts'
import { type MailLook, readMailLook } from './mail-look.ts'
import { mailButton, mailFoot, mailLink, mailPage, mailRows, mailText } from './mail-page.ts'
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
  /** A paper that comes with it. */
  file?: { label: string; href: string } | undefined
  sms: string
}

type Facts = {
  order_no: string
  locale: string
  amount: (minor: number) => string
  /** An address of the API that opens to whoever has the mail. */
  fileUrl: (path: string, query: Record<string, string>) => string
}

/** What the links of mails are made of. */
export type MailConfig = Pick<Config, 'storeUrl' | 'tokenSecret'>

/**
 * Queues mail and SMS to whatever the shopper gave, in the transaction of what they tell of. Security §16.
 * @param tell words the news for this order.
 */
export async function queueOrderNews(
  tx: Tx,
  config: MailConfig,
  orderId: number,
  tell: (facts: Facts) => News,
): Promise<void> {
  const order = await contactOf.first(tx, orderId)
  if (!order) return
  const { email, phone, order_no, locale, currency } = order
  const named = { id: orderId, order_no }
  const news = tell({
    order_no,
    locale,
    amount: (minor) => formatMoney(money(minor, currency), locale),
    fileUrl: (path, query) =>
      `${config.storeUrl}${path}?${new URLSearchParams({ ...query, order_no, token: trackToken(config.tokenSecret, named), download: '1' })}`,
  })
  const look = await readMailLook({ db: tx, config })
  const about = { order_id: orderId, kind: news.kind }
  const messages: Message[] = []
  if (email)
    messages.push({
      ...about,
      channel: 'mail',
      recipient: email,
      subject: news.subject,
      ...mailOf(news, look, trackUrl(config, named)),
    })
  if (phone)
    messages.push({
      ...about,
      channel: 'sms',
      recipient: phone,
      subject: '',
      text: look.store_name ? `${look.store_name}: ${news.sms}` : news.sms,
      html: null,
    })
  await queueMessages(tx, messages)
}

function mailOf({ subject, title, paragraphs, lines = [], file }: News, look: MailLook, url: string) {
  const button = { href: url, label: 'See your order' }
  const text = [
    title,
    ...paragraphs,
    lines.map(({ name, amount }) => (amount ? `${name}: ${amount}` : name)).join('\n'),
    file && `${file.label}: ${file.href}`,
    `${button.label}: ${button.href}`,
    mailFoot(look),
  ]
    .filter(Boolean)
    .join('\n\n')
  const html = mailPage(look, {
    title: subject,
    preview: paragraphs[0] ?? title,
    heading: title,
    parts: [
      ...paragraphs.map(mailText),
      ...(lines.length > 0 ? [mailRows(look, lines)] : []),
      mailButton(look, button),
      ...(file ? [mailLink(look, file)] : []),
    ],
  })
  return { text, html }
}

type Contact = {
  email: string | null
  phone: string | null
  order_no: string
  currency: string
  locale: string
}

const contactOf = prepared<Contact>(
  'contact of order',
  `select o.email, o.phone, o.order_no, o.currency, c.locale
  from orders o join channels c on c.id = o.channel_id
  where o.id = $1::bigint`,
)
