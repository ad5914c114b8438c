import type { Config } from '../config/config.ts'
import type { Transports } from './send-outbox.ts'
import { smsTransport } from './sms-transports.ts'

/** Whoever carries this shop's mail and SMS; nobody, where nothing is configured. The mailer is loaded only where it is used. */
export async function openTransports({
  mail,
  sms,
  ...links
}: Pick<Config, 'mail' | 'sms' | 'storeUrl' | 'tokenSecret'>): Promise<Transports & { close(): void }> {
  const smtp = mail && (await import('./smtp-transport.ts')).smtpTransport(mail, links)
  return { mail: smtp?.send, sms: sms && smsTransport(sms), close: () => smtp?.close() }
}
