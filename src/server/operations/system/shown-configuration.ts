import { join } from 'node:path'
import { keysOf } from '#contract/rules/own-value.ts'
import { companies } from '#server/commerce/couriers/couriers.ts'
import { type Config, editorOriginOf, type VariableName, variables } from '#server/platform/config/config.ts'
import { urlsOfHosts } from '#server/platform/config/database-hosts.ts'
import { externalPluginFolders } from '#server/platform/config/external-plugins.ts'

export type ShownVariable = { name: string; value: string; about: string }

/** The effective configuration for operators: secrets and the database's password are masked. */
export function shownConfiguration(config: Config): ShownVariable[] {
  const values: Record<VariableName, string> = {
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ? withoutPasswords(config.databaseUrl) : '(embedded PostgreSQL)',
    DATABASE_DIRECT_URL: config.databaseDirectUrl ? withoutPasswords(config.databaseDirectUrl) : '(none)',
    DATABASE_REPLICA_URL: config.databaseReplicaUrl ? withoutPasswords(config.databaseReplicaUrl) : '(none)',
    DATABASE_POOL_SIZE: String(config.databasePoolSize),
    ROLE: config.role ?? 'all',
    MIGRATE: config.isMigrating === false ? 'off' : 'on',
    DRAIN_SECONDS: String(config.drainSeconds),
    STALE_MINUTES: String(config.staleMinutes),
    SERVICE_WORKER: config.hasServiceWorker === false ? 'off' : 'on',
    STORE_URL: config.storeUrl,
    EDITOR_ORIGIN: editorOriginOf(config),
    TRUSTED_PROXIES: config.trustedProxies?.join(', ') || '(none)',
    CDN: config.cdn ?? '(none)',
    SMTP_URL: config.mail ? withoutPassword(config.mail.url) : '(none: mail stays in the outbox)',
    MAIL_FROM: config.mail?.from ?? '(none)',
    ...smsShown(config),
    TEST_COURIER_MINUTES: `${config.testCourierMinutes}${config.mode === 'demo' ? '' : ' (only in demo mode)'}`,
    OUTBOX_RETENTION_DAYS: String(config.outboxRetentionDays),
    ACCESS_LOG_RETENTION_DAYS: String(config.accessLogRetentionDays),
    METRICS_PORT: config.metrics?.port === undefined ? '(none)' : String(config.metrics.port),
    METRICS_TOKEN: maskedIfSet(config.metrics?.token),
    ...tracingShown(config),
    VITRINE_MODE: config.mode,
    VITRINE_PLUGINS: externalPluginFolders(join(import.meta.dirname, '../../../..')).join(', ') || '(none)',
    VITRINE_TOKEN_SECRET: masked(config.tokenSecret),
    VITRINE_TOKEN_SECRET_PREVIOUS: maskedList(config.previousTokenSecrets),
    VITRINE_PASSWORD_PEPPER: masked(config.passwordPepper),
    VITRINE_PASSWORD_PEPPER_PREVIOUS: maskedList(config.previousPasswordPeppers),
    ...storageShown(config),
  }
  return [
    ...keysOf(values).map((name) => ({ name, value: values[name], about: variables[name].about })),
    ...companyVariables(config),
  ]
}

/** The variables of every payment gateway and courier, in the order of the list. */
const companyVariables = ({ companyKeys = {} }: Config) =>
  companies.flatMap(({ code, environment }) =>
    Object.entries(environment?.variables ?? {}).map(([name, { about, isSecret, valueIn }]) => {
      const keys = companyKeys[code]
      const value = keys === undefined ? undefined : valueIn(keys)
      return { name, about, value: isSecret ? maskedIfSet(value) : (value ?? '(none)') }
    }),
  )

const smsNames = [
  'SMS_WEBHOOK_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'MSG91_AUTH_KEY',
  'MSG91_TEMPLATE_ID',
] as const

/** The configured provider; without one SMS messages stay in the outbox. */
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

const tracingShown = ({ tracing }: Config) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: tracing ? new URL(tracing.url).origin : '(none)',
  OTEL_EXPORTER_OTLP_HEADERS: Object.keys(tracing?.headers ?? {}).join(', ') || '(none)',
  OTEL_SERVICE_NAME: tracing?.serviceName ?? '(none)',
  OTEL_TRACES_SAMPLER_ARG: tracing ? String(tracing.ratio) : '(none)',
})

function storageShown({ storage = { kind: 'disk' } }: Config) {
  const s3 = storage.kind === 's3' ? storage : undefined
  return {
    STORAGE: storage.kind,
    S3_BUCKET: s3?.bucket ?? '(none)',
    S3_REGION: s3?.region ?? '(none)',
    S3_ENDPOINT: s3?.endpoint ?? (s3 ? '(AWS)' : '(none)'),
    S3_ACCESS_KEY_ID: s3?.accessKeyId ?? '(none)',
    S3_SECRET_ACCESS_KEY: maskedIfSet(s3?.secretAccessKey),
    S3_PREFIX: s3?.prefix ?? '(none)',
    S3_PATH_STYLE: s3 ? String(s3.isPathStyle) : '(none)',
  }
}

const maskedList = (secrets: readonly string[] = []) =>
  secrets.length > 0 ? secrets.map(masked).join(', ') : '(none)'

const masked = (secret: string) => `•••••••• (${Buffer.byteLength(secret)} bytes)`

const maskedIfSet = (secret: string | undefined) => (secret ? masked(secret) : '(none)')

const withoutPasswords = (url: string) => urlsOfHosts(url).map(withoutPassword).join(', ')

function withoutPassword(url: string) {
  const parsed = new URL(url)
  if (parsed.password) parsed.password = '••••'
  for (const name of parsed.searchParams.keys())
    if (/pass|secret|key/i.test(name)) parsed.searchParams.set(name, '••••')
  return decodeURI(parsed.href)
}
