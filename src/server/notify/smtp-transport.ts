import nodemailer from 'nodemailer'
import { DeliveryError, type Transport } from './transport.ts'

const TIMEOUT_MS = 10_000

export type SmtpConfig = { url: string; from: string }

/** Sends mail over SMTP. A message always has the same id, so that a mail that went out twice is one for the recipient's program. */
export function smtpTransport(
  { url, from }: SmtpConfig,
  storeUrl: string,
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
  const host = new URL(storeUrl).hostname
  return {
    async send({ id, recipient, subject, text, html }) {
      try {
        await mailer.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          ...(html ? { html } : {}),
          messageId: `<outbox-${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
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
