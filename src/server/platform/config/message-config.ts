import type { ConfigProblem } from './config.ts'

/** `url` is an smtp(s) URL with user and password; `from` the sender that recipients see. */
export type SmtpConfig = { url: string; from: string }

/** The service that sends SMS, with its credentials. */
export type SmsConfig =
  | { provider: 'webhook'; url: string }
  | { provider: 'twilio'; accountSid: string; authToken: string; from: string }
  | { provider: 'msg91'; authKey: string; templateId: string }

type Given = {
  VITRINE_MODE: string
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  SMS_WEBHOOK_URL?: string | undefined
  TWILIO_ACCOUNT_SID?: string | undefined
  TWILIO_AUTH_TOKEN?: string | undefined
  TWILIO_FROM?: string | undefined
  MSG91_AUTH_KEY?: string | undefined
  MSG91_TEMPLATE_ID?: string | undefined
}

/** The mail server. A production shop must have one, or its customers would receive no messages. Security §21. */
export function mailOf(
  { SMTP_URL: url, MAIL_FROM: from, VITRINE_MODE }: Given,
  problems: ConfigProblem[],
): SmtpConfig | undefined {
  if (url && from) return { url, from }
  if (url) problems.push({ variable: 'MAIL_FROM', problem: 'must be set together with SMTP_URL' })
  else if (VITRINE_MODE === 'production')
    problems.push({ variable: 'SMTP_URL', problem: 'must be set in production: without it no mail is sent' })
  return undefined
}

/** The SMS service, undefined without one. */
export function smsOf(given: Given, problems: ConfigProblem[]): SmsConfig | undefined {
  const found = [webhookOf(given), twilioOf(given, problems), msg91Of(given, problems)].filter(
    (one) => one !== undefined,
  )
  if (found.length > 1)
    problems.push({
      variable: given.SMS_WEBHOOK_URL ? 'SMS_WEBHOOK_URL' : 'MSG91_AUTH_KEY',
      problem: 'must be the only SMS service',
    })
  return found[0]
}

const webhookOf = ({ SMS_WEBHOOK_URL: url }: Given): SmsConfig | undefined =>
  url ? { provider: 'webhook', url } : undefined

function twilioOf(given: Given, problems: ConfigProblem[]): SmsConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = given
  if (!accountSid) return undefined
  if (authToken && from) return { provider: 'twilio', accountSid, authToken, from }
  for (const [variable, value] of [
    ['TWILIO_AUTH_TOKEN', authToken],
    ['TWILIO_FROM', from],
  ] as const)
    if (!value) problems.push({ variable, problem: 'must be set together with TWILIO_ACCOUNT_SID' })
  return undefined
}

function msg91Of(
  { MSG91_AUTH_KEY: authKey, MSG91_TEMPLATE_ID: templateId }: Given,
  problems: ConfigProblem[],
): SmsConfig | undefined {
  if (!authKey) return undefined
  if (templateId) return { provider: 'msg91', authKey, templateId }
  problems.push({ variable: 'MSG91_TEMPLATE_ID', problem: 'must be set together with MSG91_AUTH_KEY' })
  return undefined
}
