import nodemailer from 'nodemailer'
import type { SmtpConfig } from '../config/message-config.ts'
import { errorCode } from '../kernel/errors.ts'
import { MARKETING } from './refuse-marketing.ts'
import { DeliveryError, type Transport } from './transport.ts'
import { type LinkConfig, unsubscribeUrl } from './unsubscribe-link.ts'

const TIMEOUT_MS = 10_000

/** Sends mail over SMTP. The message id is stable, so that mail clients show a repeated delivery once. */
export function smtpTransport(
  { url, from }: SmtpConfig,
  config: LinkConfig,
): { send: Transport; close(): void } {
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails reference no local files or URLs to embed.
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
        const code = errorCode(error)
        const responseCode =
          error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined
        // A 5xx reply to a recipient is final; a failed login is a configuration error and is retried.
        const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
        const reply = error instanceof Error && 'response' in error ? String(error.response) : ''
        throw new DeliveryError(`SMTP ${code ?? 'error'} ${responseCode ?? ''}`.trim(), {
          isFinal,
          code,
          reply,
        })
      }
    },
    close: () => mailer.close(),
  }
}

/** RFC 8058: mail clients show their own unsubscribe button and post the request. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
