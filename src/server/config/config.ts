import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import type { SmsConfig } from '../notify/sms-transports.ts'
import type { SmtpConfig } from '../notify/smtp-transport.ts'
import {
  type GatewayKeys,
  gatewayKeyProblems,
  gatewayKeysOf,
  gatewayVariableNames,
  gatewayVariables,
} from './gateway-keys.ts'
import { mailOf, smsOf } from './message-config.ts'
import { readSecrets, secretProblem } from './secrets.ts'

/** All that an operator can set. Architecture, "The house"; security §21. */
export type Config = {
  mode: 'demo' | 'production' | 'test'
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  storeUrl: string
  /** Whose word on a visitor's address is believed: addresses and ranges. Nobody's when there are none. Security §10. */
  trustedProxies?: readonly string[]
  /** Signs order links and the like. */
  tokenSecret: string
  passwordPepper: string
  /** Who carries mail and SMS; without them messages stay in the outbox. */
  mail?: SmtpConfig | undefined
  sms?: SmsConfig | undefined
  /** How long the demo's test courier takes for a step; 0: it stays at home. */
  testCourierMinutes?: number
} & GatewayKeys

/** What each variable means: the schema, and the words of `doctor` and the README. */
export const variables = {
  PORT: { about: 'port to listen on', fallback: '3000' },
  HOST: { about: 'address to listen on', fallback: 'localhost' },
  DATA_DIR: { about: 'folder of database, pictures and secrets', fallback: './data' },
  DATABASE_URL: { about: 'PostgreSQL 15 or newer; without it the embedded one runs', fallback: '' },
  STORE_URL: { about: 'where shoppers find the shop', fallback: 'http://localhost:<PORT>' },
  TRUSTED_PROXIES: {
    about:
      'addresses or ranges (10.0.0.0/8) of the proxies before the shop, by commas; limits count visitors by them',
    fallback: '',
  },
  SMTP_URL: {
    about: 'sends mail: smtp://user:password@host:587, or smtps://; needed in production',
    fallback: '',
  },
  MAIL_FROM: { about: 'whom mail comes from: Kiln & Loom <hello@shop.example>', fallback: '' },
  SMS_WEBHOOK_URL: { about: 'sends SMS: gets each one as JSON {id, kind, to, text}', fallback: '' },
  TWILIO_ACCOUNT_SID: { about: 'sends SMS by Twilio', fallback: '' },
  TWILIO_AUTH_TOKEN: { about: 'the secret beside TWILIO_ACCOUNT_SID', fallback: '' },
  TWILIO_FROM: { about: 'number or sender beside TWILIO_ACCOUNT_SID', fallback: '' },
  MSG91_AUTH_KEY: { about: 'sends SMS by MSG91', fallback: '' },
  MSG91_TEMPLATE_ID: { about: 'template of MSG91 whose one variable is “text”', fallback: '' },
  TEST_COURIER_MINUTES: {
    about: 'how long the demo’s test courier takes for a step; 0 keeps it at home',
    fallback: '5',
  },
  VITRINE_MODE: { about: 'demo, production or test', fallback: 'demo' },
  VITRINE_TOKEN_SECRET: { about: 'signs order links; at least 32 bytes', fallback: 'made on first start' },
  VITRINE_PASSWORD_PEPPER: {
    about: 'goes into password hashes; at least 32 bytes',
    fallback: 'made on first start',
  },
  ...gatewayVariables,
} as const

export type VariableName = keyof typeof variables

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
  DATABASE_URL: z
    .string()
    .refine(
      (url) => /^postgres(ql)?:\/\/.+/.test(url) && URL.canParse(url),
      'must look like postgres://user:password@host:5432/name',
    )
    .optional(),
  STORE_URL: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
      'must be an http or https address',
    )
    .refine((url) => !URL.canParse(url) || new URL(url).pathname === '/', 'must be an origin without a path')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .refine(
      (list) => list.every(isAddressRange),
      'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:$/.test(protocolOf(url)), 'must look like smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>@\r\n]*(<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an e-mail address, with or without a name',
    )
    .optional(),
  SMS_WEBHOOK_URL: z
    .string()
    .refine((url) => protocolOf(url) === 'https:' || isLoopback(url), 'must be an https address')
    .optional(),
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
  VITRINE_MODE: z.enum(['demo', 'production', 'test'], 'must be demo, production or test').default('demo'),
})

const protocolOf = (url: string) => (URL.canParse(url) ? new URL(url).protocol : '')

const isLoopback = (url: string) =>
  protocolOf(url) === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export type ConfigProblem = { variable: string; problem: string }

/** Thrown with one line a wrong variable; a line never shows a value. */
export class ConfigError extends Error {
  readonly problems: ConfigProblem[]
  constructor(problems: ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable} ${problem}`).join('\n'))
    this.problems = problems
  }
}

type Given = Record<string, string | undefined>

/**
 * The configuration from the environment, then `.env` in `folder`, then defaults. Secrets that are not given are read from the
 * data folder, and made there (mode 0600) on first use.
 * @throws ConfigError naming each wrong variable.
 */
export function readConfig(environment: Given, folder: string): Config {
  const given = { ...withEnvFile(environment, folder) }
  const problems: ConfigProblem[] = []
  for (const name of Object.keys(given))
    if (name.startsWith('VITRINE_') && !isKnown(name))
      problems.push({ variable: name, problem: 'is not a setting of this version' })

  for (const name of ['SMTP_URL', 'TWILIO_AUTH_TOKEN', 'MSG91_AUTH_KEY'])
    given[name] = fromFile(given, name, problems)
  const parsed = Environment.safeParse(onlyFilled(given))
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues)
      problems.push({ variable: String(path[0]), problem: message })

  for (const name of ['VITRINE_TOKEN_SECRET', 'VITRINE_PASSWORD_PEPPER'] as const) {
    const problem = secretProblem(fromFile(given, name, problems))
    if (problem) problems.push({ variable: name, problem })
  }
  if (!parsed.success) throw new ConfigError(problems)
  const keys = Object.fromEntries(gatewayVariableNames.map((name) => [name, fromFile(given, name, problems)]))
  problems.push(...gatewayKeyProblems(keys, parsed.data.VITRINE_MODE))

  const { PORT, HOST, DATA_DIR, DATABASE_URL, STORE_URL, TRUSTED_PROXIES, VITRINE_MODE: mode } = parsed.data
  const storeUrl = new URL(STORE_URL ?? `http://localhost:${PORT}`).origin
  if (mode === 'production' && storeUrl.startsWith('http:'))
    problems.push({ variable: 'STORE_URL', problem: 'must be an https address in production' })
  const mail = mailOf(parsed.data, problems)
  const sms = smsOf(parsed.data, problems)
  if (problems.length > 0) throw new ConfigError(problems)

  const dataDir = resolve(folder, DATA_DIR)
  const secrets = readSecrets(dataDir, {
    tokenSecret: fromFile(given, 'VITRINE_TOKEN_SECRET', problems),
    passwordPepper: fromFile(given, 'VITRINE_PASSWORD_PEPPER', problems),
  })
  const trustedProxies = TRUSTED_PROXIES ?? []
  return {
    mode,
    port: PORT,
    host: HOST,
    dataDir,
    databaseUrl: DATABASE_URL,
    storeUrl,
    trustedProxies,
    ...(mail ? { mail } : {}),
    ...(sms ? { sms } : {}),
    testCourierMinutes: parsed.data.TEST_COURIER_MINUTES,
    ...secrets,
    ...gatewayKeysOf(keys),
  }
}

const isKnown = (name: string) => name.replace(/_FILE$/, '') in variables

/** An empty variable counts as not given. */
const onlyFilled = (given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))

function withEnvFile(environment: Given, folder: string): Given {
  const file = resolve(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : environment
}

/** A secret may come from a file: `VITRINE_TOKEN_SECRET_FILE=/run/secrets/token`. */
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
