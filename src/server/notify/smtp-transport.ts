import nodemailer from 'nodemailer'
import type { Config } from '../config/config.ts'
import { MARKETING } from './refuse-marketing.ts'
import { DeliveryError, type Transport } from './transport.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

const TIMEOUT_MS = 10_000

export type SmtpConfig = { url: string; from: string }

/** Sends mail over SMTP. A message always has the same id, so that a mail that went out twice is one for the recipient's program. */
export function smtpTransport(
  { url, from }: SmtpConfig,
  config: Pick<Config, 'storeUrl' | 'tokenSecret'>,
): { send: Transport; close(): void } {
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // What we send names no files and no addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(config.storeUrl).hostname
  return {
    async send({ id, kind, recipient, subject, text, html }) {
      try {
        await mailer.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          ...(html ? { html } : {}),
          messageId: `<outbox-${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(kind.startsWith(MARKETING) ? oneClick(unsubscribeUrl(config, recipient)) : {}),
          },
        })
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string }
        // 5xx to a recipient is the server's last word; to a login it is ours to mend.
        const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
        throw new DeliveryError(`SMTP ${code ?? 'error'} ${responseCode ?? ''}`.trim(), { isFinal })
      }
    },
    close: () => mailer.close(),
  }
}

/** RFC 8058: mail programs show a button of their own, and post by themselves. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
