import { formatMoney, money } from '#contract/money.ts'
import { type Customised, recipientFields } from '#server/commerce/cart/model/customisation.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import {
  mailButton,
  mailFoot,
  mailLink,
  mailPage,
  mailRows,
  mailText,
} from '#server/platform/notify/mail-page.ts'
import { type Mail, type ShopMail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { type Message, queueMessages } from '#server/platform/notify/queue-messages.ts'
import type { LinkConfig } from '#server/platform/notify/unsubscribe-link.ts'
import type { OrderAccess } from '../model/order-token.ts'
import { trackToken, trackUrl } from '../model/track-link.ts'

/** A notification about an order: a mail whose texts can be changed, and one line for SMS. */
export type OrderNotification = {
  /** Sent once per kind and order. */
  kind: string
  mail: ShopMail
  /** Of the mail's placeholders. */
  values: Record<string, string>
  /** Below the mail's intro. */
  paragraphs?: readonly string[]
  /** The items concerned: `2 × Moon Vase`, with an amount where it matters. */
  lines?: readonly { name: string; amount?: string }[]
  /** A document to link to. */
  file?: { label: string; href: string } | undefined
  /** Instead of the link to the order. */
  button?: { label: string; href: string }
  sms: string
}

type Facts = {
  order_no: string
  locale: string
  amount: (minor: number) => string
  /** Builds an API URL that opens the document without a login. */
  fileUrl: (path: string, query: Record<string, string>) => string
}

/** Configuration for links in mails. */
export type MailConfig = LinkConfig

/**
 * Queues mail and SMS to the contacts that the shopper gave, in the transaction of the change. Security §16.
 * @param compose composes the notification for this order.
 */
export async function queueOrderMessage(
  tx: Tx,
  config: MailConfig,
  orderId: number,
  compose: (facts: Facts) => OrderNotification,
): Promise<void> {
  const order = await contactOf.first(tx, orderId)
  if (!order) return
  const { email, phone, order_no, locale, currency, withdrawal_days } = order
  const notification = compose({
    order_no,
    locale,
    amount: (minor) => formatMoney(money(minor, currency), locale),
    fileUrl: (path, query) =>
      `${config.storeUrl}${path}?${new URLSearchParams({ ...query, order_no, token: trackToken(config, order), download: '1' })}`,
  })
  const look = await readMailLook({ db: tx, config })
  const about = { order_id: orderId, kind: notification.kind }
  const messages: Message[] = []
  if (email)
    messages.push({
      ...about,
      channel: 'mail',
      recipient: email,
      ...orderMail(
        look,
        notification,
        trackUrl(config, order),
        withdrawLink(config, { order_no, withdrawal_days }),
      ),
    })
  if (phone)
    messages.push({
      ...about,
      channel: 'sms',
      recipient: phone,
      subject: '',
      text: look.store_name ? `${look.store_name}: ${notification.sms}` : notification.sms,
      html: null,
    })
  await queueMessages(tx, messages)
}

/** The way to the withdrawal from the contract, in channels where the law knows it. Directive 2011/83/EU Art. 11a. */
export const withdrawLink = (
  { storeUrl }: Pick<MailConfig, 'storeUrl'>,
  { order_no, withdrawal_days }: { order_no: string; withdrawal_days: number },
) =>
  withdrawal_days > 0
    ? {
        label: 'Withdraw from contract here',
        href: `${storeUrl}/withdraw?${new URLSearchParams({ order_no })}`,
      }
    : undefined

export function orderMail(
  look: MailLook,
  { mail, values, paragraphs = [], lines = [], file, button: own }: Omit<OrderNotification, 'kind' | 'sms'>,
  url: string,
  withdraw?: { label: string; href: string },
): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, mail, values)
  const button = own ?? { href: url, label: 'See your order' }
  const text = [
    heading,
    ...intro,
    ...paragraphs,
    lines.map(({ name, amount }) => (amount ? `${name}: ${amount}` : name)).join('\n'),
    file && `${file.label}: ${file.href}`,
    `${button.label}: ${button.href}`,
    withdraw && `${withdraw.label}: ${withdraw.href}`,
    ...closing,
    mailFoot(look),
  ]
    .filter(Boolean)
    .join('\n\n')
  const html = mailPage(look, {
    title: subject,
    preview: intro[0] ?? heading,
    heading,
    parts: [
      ...intro.map(mailText),
      ...paragraphs.map(mailText),
      ...(lines.length > 0 ? [mailRows(look, lines)] : []),
      mailButton(look, button),
      ...(file ? [mailLink(look, file)] : []),
      ...(withdraw ? [mailLink(look, withdraw)] : []),
      ...closing.map(mailText),
    ],
  })
  return { subject, text, html }
}

type Contact = OrderAccess & {
  email: string | null
  phone: string | null
  order_no: string
  currency: string
  locale: string
  withdrawal_days: number
}

const contactOf = prepared<Contact>(
  'contact of order',
  `select o.id, o.access_key, o.email, o.phone, o.order_no, o.currency, c.locale, c.withdrawal_days
  from orders o join channels c on c.id = o.channel_id
  where o.id = $1::bigint`,
)

/** The line of a mail that describes a customisation; the order page shows the picture. */
export function customisationNote(customised: Customised | null): string {
  const { custom_text, image_path } = customised ?? {}
  const recipient = recipientFields(customised).map(({ label, value }) => `${label}: ${value}`)
  return [custom_text && `Text: ${custom_text}`, image_path && 'With your picture', ...recipient]
    .filter(Boolean)
    .join(', ')
}
