import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, type VariableName, variables } from '../server/config/config.ts'
import { say } from './print.ts'

/** Prints the effective configuration; secrets and the database's password are masked. */
export async function doctor(_: string[], config: Config): Promise<number> {
  const values: Record<VariableName, string> = {
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ? withoutPassword(config.databaseUrl) : '(embedded PostgreSQL)',
    STORE_URL: config.storeUrl,
    TRUSTED_PROXIES: config.trustedProxies?.join(', ') || '(none)',
    SMTP_URL: config.mail ? withoutPassword(config.mail.url) : '(none: mail stays in the outbox)',
    MAIL_FROM: config.mail?.from ?? '(none)',
    ...smsShown(config),
    TEST_COURIER_MINUTES: `${config.testCourierMinutes}${config.mode === 'demo' ? '' : ' (only in demo mode)'}`,
    VITRINE_MODE: config.mode,
    VITRINE_TOKEN_SECRET: masked(config.tokenSecret),
    VITRINE_PASSWORD_PEPPER: masked(config.passwordPepper),
    STRIPE_SECRET_KEY: maskedIfSet(config.stripe?.secretKey),
    STRIPE_WEBHOOK_SECRET: maskedIfSet(config.stripe?.webhookSecrets.join()),
    RAZORPAY_KEY_ID: config.razorpay?.keyId ?? '(none)',
    RAZORPAY_KEY_SECRET: maskedIfSet(config.razorpay?.keySecret),
    RAZORPAY_WEBHOOK_SECRET: maskedIfSet(config.razorpay?.webhookSecrets.join()),
  }
  say(`Node ${process.version} on ${process.platform} ${process.arch}\n`)
  for (const [name, value] of Object.entries(values)) {
    const { about } = variables[name as VariableName]
    say(`${name.padEnd(24)} ${value}\n${' '.repeat(25)}${about}`)
  }
  say(
    `\nDatabase cluster: ${existsSync(join(config.dataDir, 'postgres')) ? 'present' : 'made on the first start'}`,
  )
  return 0
}

const smsNames = [
  'SMS_WEBHOOK_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'MSG91_AUTH_KEY',
  'MSG91_TEMPLATE_ID',
] as const

/** The one provider that is configured; without one SMS stay in the outbox. */
function smsShown({ sms }: Config): Record<(typeof smsNames)[number], string> {
  const none = sms ? '(none)' : '(none: SMS stay in the outbox)'
  const of = (provider: string, value: string | undefined) =>
    sms?.provider === provider ? (value ?? none) : none
  return {
    SMS_WEBHOOK_URL: of('webhook', sms?.provider === 'webhook' ? new URL(sms.url).origin : undefined),
    TWILIO_ACCOUNT_SID: of('twilio', sms?.provider === 'twilio' ? sms.accountSid : undefined),
    TWILIO_AUTH_TOKEN: of('twilio', sms?.provider === 'twilio' ? masked(sms.authToken) : undefined),
    TWILIO_FROM: of('twilio', sms?.provider === 'twilio' ? sms.from : undefined),
    MSG91_AUTH_KEY: of('msg91', sms?.provider === 'msg91' ? masked(sms.authKey) : undefined),
    MSG91_TEMPLATE_ID: of('msg91', sms?.provider === 'msg91' ? sms.templateId : undefined),
  }
}

const masked = (secret: string) => `•••••••• (${Buffer.byteLength(secret)} bytes)`

const maskedIfSet = (secret: string | undefined) => (secret ? masked(secret) : '(none)')

function withoutPassword(url: string) {
  const parsed = new URL(url)
  if (parsed.password) parsed.password = '••••'
  for (const name of parsed.searchParams.keys())
    if (/pass|secret|key/i.test(name)) parsed.searchParams.set(name, '••••')
  return decodeURI(parsed.href)
}
