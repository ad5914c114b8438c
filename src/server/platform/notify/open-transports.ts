import type { Config } from '../config/config.ts'
import type { SmtpConfig } from '../config/message-config.ts'
import type { Transports } from './send-outbox.ts'
import { smsTransport } from './sms-transports.ts'
import type { Outgoing } from './transport.ts'
import type { LinkConfig } from './unsubscribe-link.ts'

/** `sending`: messages in work. */
type Opened = {
  from: SmtpConfig
  sending: number
  smtp: Promise<{ send: (message: Outgoing) => Promise<void>; close(): void }>
}

/**
 * The mail and SMS transports with the keys that `config` has when a message is sent; each is undefined without them. A message in work
 * is sent with the keys it began with. The SMTP library is loaded only when needed.
 */
export function openTransports(
  config: Pick<Config, 'mail' | 'sms'> & LinkConfig,
): Transports & { close(): void } {
  let opened: Opened | undefined

  function smtpOf(from: SmtpConfig): Opened {
    if (opened && opened.from.url === from.url && opened.from.from === from.from) return opened
    closeUnused(opened)
    opened = {
      from,
      sending: 0,
      smtp: import('./smtp-transport.ts').then(({ smtpTransport }) => smtpTransport(from, config)),
    }
    return opened
  }

  function closeUnused(one: Opened | undefined) {
    if (one?.sending === 0) void one.smtp.then(({ close }) => close())
  }

  async function sendMail(from: SmtpConfig, message: Outgoing) {
    const used = smtpOf(from)
    used.sending += 1
    try {
      await (await used.smtp).send(message)
    } finally {
      used.sending -= 1
      if (used !== opened) closeUnused(used)
    }
  }

  return {
    get mail() {
      const { mail } = config
      return mail && ((message: Outgoing) => sendMail(mail, message))
    },
    get sms() {
      return config.sms && smsTransport(config.sms)
    },
    close() {
      void opened?.smtp.then(({ close }) => close())
    },
  }
}

/**
 * The channels without a service that delivers them in the demo: their messages are complete once `/dev/outbox`
 * shows them. In other modes such a message waits for the service.
 */
export const shownOnly = (config: Pick<Config, 'mode' | 'mail' | 'sms'>): ('mail' | 'sms')[] =>
  config.mode === 'demo' ? (['mail', 'sms'] as const).filter((channel) => !config[channel]) : []
