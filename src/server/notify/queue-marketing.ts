import type { Config } from '../config/config.ts'
import type { Tx } from '../http/context.ts'
import type { Markup } from './escape-html.ts'
import type { MailLook } from './mail-look.ts'
import { mailFoot, mailLink, mailPage } from './mail-page.ts'
import { MARKETING } from './refuse-marketing.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

type Advertisement = {
  /** What it is, as the outbox calls it: `spring-sale`. */
  name: string
  recipient: string
  subject: string
  /** The same words as text. */
  text: string
  parts: readonly Markup[]
}

/**
 * Queues a mail that advertises, with the way out of any more. Who may have it is looked at when it is sent (`isWelcome`), so
 * whoever queues it need not know. ADR 0017.
 */
export async function queueMarketing(
  tx: Tx,
  { config, look }: { config: Pick<Config, 'storeUrl' | 'tokenSecret'>; look: MailLook },
  { name, recipient, subject, text, parts }: Advertisement,
): Promise<void> {
  const wayOut = { href: unsubscribeUrl(config, recipient), label: 'Unsubscribe' }
  await tx
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: MARKETING + name,
      recipient,
      subject,
      text: [text, mailFoot(look), `${wayOut.label}: ${wayOut.href}`].join('\n\n'),
      html: mailPage(look, {
        title: subject,
        preview: text.slice(0, 120),
        heading: subject,
        parts: [...parts, mailLink(look, wayOut)],
      }),
    })
    .execute()
}
