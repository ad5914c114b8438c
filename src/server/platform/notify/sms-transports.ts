import type { SmsConfig } from '../config/message-config.ts'
import { DeliveryError, type Transport } from './transport.ts'

const TIMEOUT_MS = 10_000

/** The providers' base URLs; tests replace them. */
const baseUrls = { twilio: 'https://api.twilio.com', msg91: 'https://control.msg91.com' }

/** Sends SMS through the configured provider. Recipients are international: `+919876543210`. */
export function smsTransport(config: SmsConfig, at: Partial<typeof baseUrls> = {}): Transport {
  const baseUrl = { ...baseUrls, ...at }
  if (config.provider === 'twilio') return twilio(config, baseUrl.twilio)
  if (config.provider === 'msg91') return msg91(config, baseUrl.msg91)
  return webhook(config)
}

/**
 * A custom SMS service: it receives JSON, and any 2xx accepts the message. `id` identifies repeated
 * deliveries.
 */
const webhook =
  ({ url }: { url: string }): Transport =>
  async ({ id, kind, recipient, text }) => {
    const reply = await post(
      url,
      { 'content-type': 'application/json' },
      JSON.stringify({ id, kind, to: recipient, text }),
    )
    if (!reply.ok) throw refused('SMS webhook', reply.status)
  }

/**
 * https://www.twilio.com/docs/messaging/api/message-resource: 201 when queued, 400 for messages that can never
 * be sent.
 */
const twilio =
  (
    { accountSid, authToken, from }: { accountSid: string; authToken: string; from: string },
    baseUrl: string,
  ): Transport =>
  async ({ recipient, text }) => {
    const reply = await post(
      `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      new URLSearchParams({ To: recipient, From: from, Body: text }).toString(),
    )
    if (!reply.ok) throw refused('Twilio', reply.status)
  }

/**
 * https://docs.msg91.com/sms/send-sms: a template registered with the network operator, with the variable
 * `text`. Errors may also arrive in the body of a 200.
 */
const msg91 =
  ({ authKey, templateId }: { authKey: string; templateId: string }, baseUrl: string): Transport =>
  async ({ recipient, text }) => {
    const reply = await post(
      `${baseUrl}/api/v5/flow`,
      { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
      JSON.stringify({
        template_id: templateId,
        recipients: [{ mobiles: recipient.replace('+', ''), text }],
      }),
    )
    if (!reply.ok) throw refused('MSG91', reply.status)
    const body: { type?: string } | null = await reply.json().catch(() => null)
    if (body?.type !== 'success') throw new DeliveryError('MSG91 refused it', { isFinal: false })
  }

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** An invalid message fails for good; a wrong key or a busy service is retried. */
const refused = (who: string, status: number) =>
  new DeliveryError(`${who} answered ${status}`, {
    isFinal: [400, 404, 422].includes(status),
    code: String(status),
  })
