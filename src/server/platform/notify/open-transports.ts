import type { Config } from '../config/config.ts'
import type { Transports } from './send-outbox.ts'
import { smsTransport } from './sms-transports.ts'
import type { LinkConfig } from './unsubscribe-link.ts'

/**
 * Opens the configured mail and SMS transports; each is undefined when not configured. The SMTP library is
 * loaded only when needed.
 */
export async function openTransports({
  mail,
  sms,
  ...links
}: Pick<Config, 'mail' | 'sms'> & LinkConfig): Promise<Transports & { close(): void }> {
  const smtp = mail && (await import('./smtp-transport.ts')).smtpTransport(mail, links)
  return { mail: smtp?.send, sms: sms && smsTransport(sms), close: () => smtp?.close() }
}

/**
 * The channels without a service that delivers them in the demo: their messages are complete once `/dev/outbox`
 * shows them. In other modes such a message waits for the service.
 */
export const shownOnly = (config: Pick<Config, 'mode' | 'mail' | 'sms'>): ('mail' | 'sms')[] =>
  config.mode === 'demo' ? (['mail', 'sms'] as const).filter((channel) => !config[channel]) : []
