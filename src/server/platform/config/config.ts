import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { urlsOfHosts } from './database-hosts.ts'
import {
  isLoopback,
  isUrlOf,
  mailOf,
  messageVariableNames,
  messageVariables,
  type SmsConfig,
  type SmtpConfig,
  smsOf,
} from './message-config.ts'
import { type MetricsConfig, metricsOf } from './metrics-config.ts'
import { previousSecrets, readSecrets, requireSecrets, secretProblem } from './secrets.ts'
import { type CompanyKeys, type ConfigurableCompany, readCompanyKeys } from './service-variables.ts'
import { type StorageConfig, storageOf, storageVariables } from './storage-config.ts'
import { type TracingConfig, tracingOf, tracingVariables } from './tracing-config.ts'

export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

/** The shared caches that the shop can purge; `cdns.ts` describes them. */
export const cdnCodes = ['varnish', 'fastly', 'cloudflare', 'bunny'] as const
export type CdnCode = (typeof cdnCodes)[number]

/** All settings of an operator. Security §21. */
export type Config = {
  mode: 'demo' | 'production' | 'test'
  /** What this process does: everything (the default), answering requests alone, or background work alone. ADR 0014. */
  role?: Role
  /** False: `vitrine migrate` alone changes the schema, and everything else waits for it. */
  isMigrating?: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Bypasses a connection pooler in `databaseUrl`: migrations, LISTEN and jobs need their own session. ADR 0014. */
  databaseDirectUrl?: string | undefined
  /** A hot standby for reads of pages for everyone. ADR 0014. */
  databaseReplicaUrl?: string | undefined
  databasePoolSize?: number
  /** How long open pages are shown from before while the database is away. */
  staleMinutes?: number
  /** False: browsers remove the service worker, and with it the offline page. ADR 0020. */
  hasServiceWorker?: boolean
  /** How long requests are still answered after SIGTERM, while balancers leave. */
  drainSeconds?: number
  storeUrl: string
  /** The origin of the page editor, which alone may frame previews; the shop's own by default. Security §24. */
  editorOrigin?: string | undefined
  /** Proxies whose forwarded headers are trusted: addresses and ranges. None are trusted by default. Security §10. */
  trustedProxies?: readonly string[]
  /** The shared cache before the shop, which keeps open pages; undefined: none may. */
  cdn?: CdnCode | undefined
  /** Signs links and cookies, with a separate key per purpose. ADR 0037. */
  tokenSecret: string
  /** Still accepted while `tokenSecret` is being replaced. */
  previousTokenSecrets?: readonly string[]
  passwordPepper: string
  previousPasswordPeppers?: readonly string[]
  /** Where images and other files are stored; the data folder by default. ADR 0014. */
  storage?: StorageConfig
  /** The mail and SMS services; without them messages stay in the outbox. */
  mail?: SmtpConfig | undefined
  sms?: SmsConfig | undefined
  /** Minutes between two steps of the demo courier; 0 switches it off. */
  testCourierMinutes?: number
  /**
   * Days for which sent messages, which contain names and addresses, and the access log are retained. docs/retention.md
   */
  outboxRetentionDays?: number
  accessLogRetentionDays?: number
  /** Where metrics are served; undefined: metrics are off. */
  metrics?: MetricsConfig | undefined
  /** Where traces are sent; undefined: none are recorded. */
  tracing?: TracingConfig | undefined
  /** Keys of the payment gateways and couriers that are switched on. */
  companyKeys?: CompanyKeys
  /**
   * What the environment sets of the variables of mail, SMS, payments and couriers, by name: it wins over what an owner enters, which a running
   * shop adds to `mail`, `sms` and `companyKeys`. ADR 0035.
   */
  serviceVariables?: Readonly<Record<string, string>>
}

/**
 * The meaning of each variable: its description in `doctor` and the README. Those of payment gateways and couriers are in their
 * descriptors.
 */
export const variables = {
  PORT: { about: 'port to listen on', fallback: '3000' },
  HOST: { about: 'address to listen on', fallback: 'localhost' },
  DATA_DIR: { about: 'folder of database, images and secrets', fallback: './data' },
  DATABASE_URL: {
    about: 'PostgreSQL 15 or newer, several hosts by commas; without it the embedded one runs',
    fallback: '',
  },
  DATABASE_DIRECT_URL: {
    about: 'the same database without its connection pooler, when DATABASE_URL is one (PgBouncer)',
    fallback: '',
  },
  DATABASE_REPLICA_URL: {
    about:
      'a hot standby of the same database, without a pooler, which reads for pages that are the same for everyone',
    fallback: '',
  },
  DATABASE_POOL_SIZE: {
    about: 'maximum database connections of this process',
    fallback: '10',
  },
  ROLE: {
    about: 'what a start does: all, web (answers requests only) or worker (background work only)',
    fallback: 'all',
  },
  MIGRATE: {
    about: 'off: a start waits until `vitrine migrate` has migrated the database',
    fallback: 'on',
  },
  DRAIN_SECONDS: {
    about: 'seconds after SIGTERM in which requests are still answered while /api/ready says 503',
    fallback: '5',
  },
  STALE_MINUTES: {
    about: 'minutes that open pages are shown from before while the database is away',
    fallback: '60',
  },
  SERVICE_WORKER: {
    about: 'off: browsers remove the service worker of the shop, and with it the offline page',
    fallback: 'on',
  },
  STORE_URL: { about: 'public address of the shop', fallback: 'http://localhost:<PORT>' },
  EDITOR_ORIGIN: {
    about: 'origin of the page editor, the only one that may show previews in a frame; STORE_URL by default',
    fallback: '',
  },
  TRUSTED_PROXIES: {
    about:
      'addresses or ranges (10.0.0.0/8) of the proxies before the shop, by commas; limits count visitors by them',
    fallback: '',
  },
  CDN: {
    about: `the shared cache before the shop, purged by tag: ${cdnCodes.join(', ')}; without it none keeps pages`,
    fallback: '',
  },
  ...messageVariables,
  TEST_COURIER_MINUTES: {
    about: 'minutes between two steps of the demo courier; 0 switches it off',
    fallback: '5',
  },
  OUTBOX_RETENTION_DAYS: { about: 'days that mail and SMS are kept in the outbox', fallback: '90' },
  ACCESS_LOG_RETENTION_DAYS: { about: 'days that the log of logins is kept', fallback: '90' },
  METRICS_PORT: {
    about: 'serves Prometheus metrics at /metrics on this port of 127.0.0.1; with METRICS_TOKEN only to it',
    fallback: '',
  },
  METRICS_TOKEN: {
    about:
      'serves /metrics to those who send it (Authorization: Bearer …), on PORT unless METRICS_PORT is set',
    fallback: '',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about: 'sends traces to this OpenTelemetry collector, by OTLP over HTTP: http://localhost:4318',
    fallback: '',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'headers of these requests, such as a key: name=value, several by commas',
    fallback: '',
  },
  OTEL_SERVICE_NAME: { about: 'name of the shop in its traces', fallback: 'vitrine' },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'share of the traces that are recorded, 0 to 1, where the request does not say it',
    fallback: '1',
  },
  VITRINE_MODE: { about: 'demo, production or test', fallback: 'demo' },
  VITRINE_PLUGINS: {
    about: 'plugins outside src/plugins: folders or packages, by commas; restart and build after a change',
    fallback: '',
  },
  VITRINE_TOKEN_SECRET: {
    about: 'signs links and cookies; at least 32 bytes; required with DATABASE_URL',
    fallback: 'made on first start',
  },
  VITRINE_TOKEN_SECRET_PREVIOUS: {
    about: 'still accepted while it is being replaced; several by commas',
    fallback: '',
  },
  VITRINE_PASSWORD_PEPPER: {
    about: 'goes into password hashes; at least 32 bytes; required with DATABASE_URL',
    fallback: 'made on first start',
  },
  VITRINE_PASSWORD_PEPPER_PREVIOUS: {
    about: 'still accepted while it is being replaced; several by commas',
    fallback: '',
  },
  ...storageVariables,
} as const

export type VariableName = keyof typeof variables

const retentionDays = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be whole days, 1 to 9999')
    .transform(Number)
    .default(fallback)
const DatabaseUrl = z
  .string()
  .refine(
    (url) => /^postgres(ql)?:\/\/.+/.test(url) && urlsOfHosts(url).every((one) => URL.canParse(one)),
    'must look like postgres://user:password@host:5432/name',
  )

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number from 1 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('localhost'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  DATABASE_REPLICA_URL: DatabaseUrl.optional(),
  DATABASE_POOL_SIZE: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number from 2 to 500')
    .transform(Number)
    .refine((size) => size >= 2 && size <= 500, 'must be a number from 2 to 500')
    .default(10),
  ROLE: z.enum(roles, 'must be all, web or worker').default('all'),
  MIGRATE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be whole seconds, 0 to 999')
    .transform(Number)
    .default(5),
  STALE_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'must be whole minutes, 0 to 9999')
    .transform(Number)
    .default(60),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  STORE_URL: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
      'must be an http or https address',
    )
    .refine((url) => !URL.canParse(url) || new URL(url).pathname === '/', 'must be an origin without a path')
    .refine(
      (url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '',
      'must have no user name or password',
    )
    .optional(),
  EDITOR_ORIGIN: z
    .string()
    .refine(
      (url) => isUrlOf(url, ['https:']) || isLoopback(url),
      'must be an https address, or one of this machine',
    )
    .refine((url) => !URL.canParse(url) || new URL(url).origin === url, 'must be an origin without a path')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .refine(
      (list) => list.every(isAddressRange),
      'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    )
    .refine(
      (list) => list.every(isNarrow),
      'must name the proxies: with a range wider than /8 (IPv6: /7) every visitor could claim any address',
    )
    .optional(),
  CDN: z.enum(cdnCodes, `must be ${cdnCodes.join(', ')}`).optional(),
  SMTP_URL: messageVariables.SMTP_URL.rule.optional(),
  MAIL_FROM: messageVariables.MAIL_FROM.rule.optional(),
  SMS_WEBHOOK_URL: messageVariables.SMS_WEBHOOK_URL.rule.optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_TEMPLATE_ID: z.string().optional(),
  TEST_COURIER_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'must be whole minutes, 0 to 9999')
    .transform(Number)
    .default(5),
  OUTBOX_RETENTION_DAYS: retentionDays(90),
  ACCESS_LOG_RETENTION_DAYS: retentionDays(90),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a port number from 1 to 65535')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 characters: letters, digits and - . _ ~ + / =')
    .optional(),
  ...tracingVariables,
  VITRINE_MODE: z.enum(['demo', 'production', 'test'], 'must be demo, production or test').default('demo'),
})

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Not wider than the private networks 10.0.0.0/8 and fc00::/7. */
function isNarrow(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return bits === undefined || Number(bits) >= (isIP(address) === 4 ? 8 : 7)
}

export type ConfigProblem = { variable: string; problem: string }

/** Has one line per invalid variable; a line never contains a value. */
export class ConfigError extends Error {
  readonly problems: ConfigProblem[]
  constructor(problems: ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable} ${problem}`).join('\n'))
    this.problems = problems
  }
}

type Given = Record<string, string | undefined>

/**
 * Reads the configuration from the environment, then `.env` in `folder`, then defaults. Missing secrets are read from
 * the data folder, and generated there (mode 0600) on first use.
 *
 * @param companies payment gateways and couriers, whose variables are read too.
 * @throws ConfigError naming each invalid variable.
 */
export function readConfig(
  environment: Given,
  folder: string,
  companies: readonly ConfigurableCompany[],
): Config {
  const given = { ...withEnvFile(environment, folder) }
  const problems: ConfigProblem[] = []
  for (const name of Object.keys(given))
    if (name.startsWith('VITRINE_') && !isKnown(name))
      problems.push({ variable: name, problem: 'is not a setting of this version' })

  for (const name of Object.keys(variables)) given[name] = fromFile(given, name, problems)
  const parsed = Environment.safeParse(onlyFilled(given))
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues)
      problems.push({ variable: String(path[0]), problem: message })

  const readVariable = (name: string) => fromFile(given, name, problems)
  const secretOf = (variable: VariableName) => {
    const secret = given[variable]
    const problem = secretProblem(secret)
    if (problem) problems.push({ variable, problem })
    return secret
  }
  const tokenSecret = secretOf('VITRINE_TOKEN_SECRET')
  const passwordPepper = secretOf('VITRINE_PASSWORD_PEPPER')
  const previousOf = (variable: VariableName) => {
    const secrets = previousSecrets(given[variable])
    const problem = secrets.map(secretProblem).find((one) => one !== undefined)
    if (problem) problems.push({ variable, problem })
    return secrets
  }
  const previousTokenSecrets = previousOf('VITRINE_TOKEN_SECRET_PREVIOUS')
  const previousPasswordPeppers = previousOf('VITRINE_PASSWORD_PEPPER_PREVIOUS')
  const storage = storageOf(readVariable, problems)
  if (!parsed.success) throw new ConfigError(problems)
  const { PORT, HOST, DATA_DIR, DATABASE_URL, STORE_URL, TRUSTED_PROXIES, VITRINE_MODE: mode } = parsed.data
  const companyKeys = readCompanyKeys(companies, { readVariable, mode, problems })
  const storeUrl = new URL(STORE_URL ?? `http://localhost:${PORT}`).origin
  if (mode === 'production' && storeUrl.startsWith('http:'))
    problems.push({ variable: 'STORE_URL', problem: 'must be an https address in production' })
  const mail = mailOf(parsed.data, problems)
  const sms = smsOf(parsed.data, problems)
  const metrics = metricsOf(parsed.data, problems)
  const database = databaseOf(parsed.data, problems)
  const dataDir = resolve(folder, DATA_DIR)
  if (DATABASE_URL) requireSecrets({ tokenSecret, passwordPepper }, { dataDir, problems })
  if (problems.length > 0) throw new ConfigError(problems)
  const secrets = readSecrets(dataDir, { tokenSecret, passwordPepper })
  return {
    mode,
    port: PORT,
    host: HOST,
    dataDir,
    ...database,
    ...{ role: parsed.data.ROLE, isMigrating: parsed.data.MIGRATE === 'on' },
    ...{ drainSeconds: parsed.data.DRAIN_SECONDS, staleMinutes: parsed.data.STALE_MINUTES },
    hasServiceWorker: parsed.data.SERVICE_WORKER === 'on',
    storeUrl,
    editorOrigin: parsed.data.EDITOR_ORIGIN,
    trustedProxies: TRUSTED_PROXIES ?? [],
    ...{ cdn: parsed.data.CDN, tracing: tracingOf(parsed.data) },
    ...(mail ? { mail } : {}),
    ...(sms ? { sms } : {}),
    ...(metrics ? { metrics } : {}),
    testCourierMinutes: parsed.data.TEST_COURIER_MINUTES,
    outboxRetentionDays: parsed.data.OUTBOX_RETENTION_DAYS,
    accessLogRetentionDays: parsed.data.ACCESS_LOG_RETENTION_DAYS,
    ...secrets,
    previousTokenSecrets,
    previousPasswordPeppers,
    storage,
    companyKeys,
    serviceVariables: serviceVariablesIn(given, companies),
  }
}

function databaseOf(given: z.infer<typeof Environment>, problems: ConfigProblem[]) {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL, DATABASE_POOL_SIZE } = given
  for (const [variable, url] of Object.entries({ DATABASE_DIRECT_URL, DATABASE_REPLICA_URL }))
    if (url && !DATABASE_URL) problems.push({ variable, problem: 'requires DATABASE_URL' })
  return {
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    databaseReplicaUrl: DATABASE_REPLICA_URL,
    databasePoolSize: DATABASE_POOL_SIZE,
  }
}

function serviceVariablesIn(given: Given, companies: readonly ConfigurableCompany[]) {
  const ofCompanies = companies.flatMap(({ environment }) => Object.keys(environment?.variables ?? {}))
  const found = [...messageVariableNames, ...ofCompanies].flatMap((name) => {
    const value = fromFile(given, name, [])
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

const isKnown = (name: string) => Object.hasOwn(variables, name.replace(/_FILE$/, ''))

/** An empty variable counts as not set. */
const onlyFilled = (given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))

export function withEnvFile(environment: Given, folder: string): Given {
  const file = resolve(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : environment
}

/** Every setting may come from a file, as secrets of containers do: `VITRINE_TOKEN_SECRET_FILE=/run/secrets/token`. */
function fromFile(given: Given, name: string, problems: ConfigProblem[]): string | undefined {
  if (given[name]) return given[name]
  const file = given[`${name}_FILE`]
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    problems.push({ variable: `${name}_FILE`, problem: 'names a file that cannot be read' })
    return undefined
  }
}

/** The origin of the page editor: the only one that may frame a preview. The shop's own, unless it is configured. */
export const editorOriginOf = ({
  editorOrigin,
  storeUrl,
}: Pick<Config, 'editorOrigin' | 'storeUrl'>): string => editorOrigin ?? new URL(storeUrl).origin
