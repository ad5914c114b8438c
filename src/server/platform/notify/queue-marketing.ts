import type { Tx } from '../kernel/context.ts'
import type { Markup } from './escape-html.ts'
import type { MailLook } from './mail-look.ts'
import { mailFoot, mailLink, mailPage } from './mail-page.ts'
import type { Mail } from './mail-texts.ts'
import { MARKETING } from './refuse-marketing.ts'
import { type LinkConfig, unsubscribeUrl } from './unsubscribe-link.ts'

export type MarketingMail = {
  /** Its kind in the outbox: `spring-sale`. */
  name: string
  recipient: string
  subject: string
  /** Default: the subject. */
  heading?: string
  /** The same content as text. */
  text: string
  parts: readonly Markup[]
}

/**
 * Queues a marketing mail with an unsubscribe link. Consent is checked at delivery (`isSubscribed`), so that
 * callers do not need to. ADR 0041.
 */
export async function queueMarketing(
  tx: Tx,
  { config, look }: { config: LinkConfig; look: MailLook },
  { name, recipient, ...content }: MarketingMail,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: MARKETING + name,
      recipient,
      ...marketingMail(look, content, unsubscribeUrl(config, recipient)),
    })
    .execute()
}

/** A marketing mail with its unsubscribe link. */
export function marketingMail(
  look: MailLook,
  { subject, heading = subject, text, parts }: Omit<MarketingMail, 'name' | 'recipient'>,
  unsubscribeHref: string,
): Mail {
  const unsubscribe = { href: unsubscribeHref, label: 'Unsubscribe' }
  return {
    subject,
    text: [text, mailFoot(look), `${unsubscribe.label}: ${unsubscribe.href}`].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: text.slice(0, 120),
      heading,
      parts: [...parts, mailLink(look, unsubscribe)],
    }),
  }
}
