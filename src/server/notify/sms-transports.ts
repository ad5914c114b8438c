import { DeliveryError, type Transport } from './transport.ts'

const TIMEOUT_MS = 10_000

export type SmsConfig =
  | { provider: 'webhook'; url: string }
  | { provider: 'twilio'; accountSid: string; authToken: string; from: string }
  | { provider: 'msg91'; authKey: string; templateId: string }

/** Where the providers' interfaces are; tests stand in for them. */
const homes = { twilio: 'https://api.twilio.com', msg91: 'https://control.msg91.com' }

/** Sends SMS with the provider that is configured. Recipients are international: `+919876543210`. */
export function smsTransport(config: SmsConfig, at: Partial<typeof homes> = {}): Transport {
  const home = { ...homes, ...at }
  if (config.provider === 'twilio') return twilio(config, home.twilio)
  if (config.provider === 'msg91') return msg91(config, home.msg91)
  return webhook(config)
}

/** Any service of the operator's own: it gets JSON, and any 2xx means that it has it. `id` tells a repetition. */
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

/** https://www.twilio.com/docs/messaging/api/message-resource: 201 when it is queued, 400 for what can never be sent. */
const twilio =
  (
    { accountSid, authToken, from }: { accountSid: string; authToken: string; from: string },
    home: string,
  ): Transport =>
  async ({ recipient, text }) => {
    const reply = await post(
      `${home}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      new URLSearchParams({ To: recipient, From: from, Body: text }).toString(),
    )
    if (!reply.ok) throw refused('Twilio', reply.status)
  }

/**
 * https://docs.msg91.com/sms/send-sms: a template registered with the operator of the network, whose one variable is `text`. What
 * is wrong is told in the body, too.
 */
const msg91 =
  ({ authKey, templateId }: { authKey: string; templateId: string }, home: string): Transport =>
  async ({ recipient, text }) => {
    const reply = await post(
      `${home}/api/v5/flow`,
      { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
      JSON.stringify({
        template_id: templateId,
        recipients: [{ mobiles: recipient.replace('+', ''), text }],
      }),
    )
    if (!reply.ok) throw refused('MSG91', reply.status)
    const body = (await reply.json().catch(() => ({}))) as { type?: string }
    if (body.type !== 'success') throw new DeliveryError('MSG91 refused it', { isFinal: false })
  }

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** A wrong message is refused for good; a wrong key is ours to mend, and a busy service asks for patience. */
const refused = (who: string, status: number) =>
  new DeliveryError(`${who} answered ${status}`, { isFinal: [400, 404, 422].includes(status) })
