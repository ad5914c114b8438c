import type { Config } from '../config/config.ts'

/**
 * The channels without a service that delivers them in the demo: their messages are complete once `/dev/outbox`
 * shows them. In other modes such a message waits for the service.
 */
export const shownOnly = (config: Pick<Config, 'mode' | 'mail' | 'sms'>): ('mail' | 'sms')[] =>
  config.mode === 'demo' ? (['mail', 'sms'] as const).filter((channel) => !config[channel]) : []
