import { z } from 'zod'
import { keysOf } from '#contract/rules/own-value.ts'
import type { ConfigProblem } from './config.ts'
import type { ServiceVariable } from './service-variables.ts'

/** `url` is an smtp(s) URL with user and password; `from` the sender that recipients see. */
export type SmtpConfig = { url: string; from: string }

/** The service that sends SMS, with its credentials. */
export type SmsConfig =
  | { provider: 'webhook'; url: string }
  | { provider: 'twilio'; accountSid: string; authToken: string; from: string }
  | { provider: 'msg91'; authKey: string; templateId: string }

export const isUrlOf = (url: string, protocols: readonly string[]) =>
  URL.canParse(url) && protocols.includes(new URL(url).protocol) && new URL(url).hostname !== ''

export const isLoopback = (url: string) =>
  isUrlOf(url, ['http:']) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** The variables of mail and SMS. The back office shows an address without its password, path and query. */
export const messageVariables = {
  SMTP_URL: {
    label: 'Server',
    about: 'sends mail: smtp://user:password@host:587, or smtps://',
    rule: z
      .string()
      .refine((url) => isUrlOf(url, ['smtp:', 'smtps:']), 'must look like smtp://user:password@host:587'),
    isSecret: true,
    shown: (url) => {
      const { protocol, username, host } = new URL(url)
      const user = username && `${username.replaceAll('%40', '@')} at `
      return `${user}${host}${protocol === 'smtps:' ? ', TLS' : ''}`
    },
  },
  MAIL_FROM: {
    label: 'Sender',
    about: 'sender of mail: Kiln & Loom <hello@shop.example>',
    rule: z
      .string()
      .regex(
        /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|(?:[^<>@\r\n]*[ \t])?[^<>@\s]+@[^<>@\s]+)$/,
        'must be an e-mail address, with or without a name',
      ),
    isSecret: false,
  },
  SMS_WEBHOOK_URL: {
    label: 'Address',
    about: 'sends SMS: gets each one as JSON {id, kind, to, text}',
    rule: z.string().refine((url) => isUrlOf(url, ['https:']) || isLoopback(url), 'must be an https address'),
    isSecret: true,
    shown: (url) => new URL(url).origin,
  },
  TWILIO_ACCOUNT_SID: {
    label: 'Account SID',
    about: 'sends SMS by Twilio',
    rule: z.string(),
    isSecret: false,
  },
  TWILIO_AUTH_TOKEN: {
    label: 'Auth token',
    about: 'the secret for TWILIO_ACCOUNT_SID',
    rule: z.string(),
    isSecret: true,
  },
  TWILIO_FROM: {
    label: 'Number or sender',
    about: 'number or sender for TWILIO_ACCOUNT_SID',
    rule: z.string(),
    isSecret: false,
  },
  MSG91_AUTH_KEY: { label: 'Auth key', about: 'sends SMS by MSG91', rule: z.string(), isSecret: true },
  MSG91_TEMPLATE_ID: {
    label: 'Template ID',
    about: 'template of MSG91 whose one variable is “text”',
    rule: z.string(),
    isSecret: false,
  },
} satisfies Record<string, ServiceVariable>

export type MessageVariable = keyof typeof messageVariables
export const messageVariableNames = keysOf(messageVariables)

type Given = { readonly [Name in MessageVariable]?: string | undefined }

/** The mail server, undefined without one. */
export function mailOf(
  { SMTP_URL: url, MAIL_FROM: from }: Given,
  problems: ConfigProblem[],
): SmtpConfig | undefined {
  if (url && from) return { url, from }
  if (url) problems.push({ variable: 'MAIL_FROM', problem: 'must be set together with SMTP_URL' })
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

/** The values of mail and SMS that are in force, by variable. */
export const messageValuesOf = ({
  mail,
  sms,
}: {
  mail?: SmtpConfig | undefined
  sms?: SmsConfig | undefined
}): Given => ({
  ...(mail && { SMTP_URL: mail.url, MAIL_FROM: mail.from }),
  ...(sms?.provider === 'webhook' && { SMS_WEBHOOK_URL: sms.url }),
  ...(sms?.provider === 'twilio' && {
    TWILIO_ACCOUNT_SID: sms.accountSid,
    TWILIO_AUTH_TOKEN: sms.authToken,
    TWILIO_FROM: sms.from,
  }),
  ...(sms?.provider === 'msg91' && { MSG91_AUTH_KEY: sms.authKey, MSG91_TEMPLATE_ID: sms.templateId }),
})
