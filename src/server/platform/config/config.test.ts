import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gateways } from '#server/commerce/gateways/gateways.ts'
import { shownConfiguration } from '#server/operations/system/shown-configuration.ts'
import { ConfigError, readConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config '))
})
afterEach(() => rmSync(folder, { recursive: true }))

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, folder, gateways)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test('without settings the configuration is a demo shop on port 3000 with its data in the project folder', () => {
  expect(readConfig({}, folder, gateways)).toMatchObject({
    mode: 'demo',
    port: 3000,
    host: 'localhost',
    dataDir: join(folder, 'data'),
    databaseUrl: undefined,
    storeUrl: 'http://localhost:3000',
  })
})

test('secrets are generated once, stored, and readable by the owner only', () => {
  const first = readConfig({}, folder, gateways)
  const again = readConfig({}, folder, gateways)

  expect(again.tokenSecret).toBe(first.tokenSecret)
  expect(Buffer.byteLength(first.tokenSecret)).toBeGreaterThanOrEqual(32)
  expect(statSync(join(folder, 'data', 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('.env is read, and the environment overrides it', () => {
  writeFileSync(join(folder, '.env'), 'PORT=4000\nHOST=127.0.0.1\n')
  expect(readConfig({ PORT: '5000' }, folder, gateways)).toMatchObject({ port: 5000, host: '127.0.0.1' })
})

test('metrics are off unless a port or a token is given; the token may come from a file', () => {
  expect(readConfig({}, folder, gateways).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9464' }, folder, gateways).metrics).toEqual({ port: 9464 })
  writeFileSync(join(folder, 'token'), 'a-token-of-a-scraper\n')
  const given = { METRICS_TOKEN_FILE: join(folder, 'token') }
  expect(readConfig(given, folder, gateways).metrics).toEqual({ token: 'a-token-of-a-scraper' })
})

test.each([
  [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be a port number from 1 to 65535'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT must not be the same as PORT'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
])('a wrong setting of the metrics is refused: %j', (environment, problem) => {
  expect(problemsOf(environment)).toEqual([expect.stringContaining(problem)])
})

test('traces are off unless a collector is given; its headers may come from a file', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'shop' }, folder, gateways).tracing).toBeUndefined()
  writeFileSync(join(folder, 'headers'), 'authorization=Basic YTpi, x-scope=a%2Cb\n')
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS_FILE: join(folder, 'headers'),
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  }
  expect(readConfig(given, folder, gateways).tracing).toEqual({
    url: 'https://collector.example/otlp/v1/traces',
    headers: { authorization: 'Basic YTpi', 'x-scope': 'a,b' },
    serviceName: 'vitrine',
    ratio: 0.05,
  })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer secret' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ac' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value'],
  [{ OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1'],
])('a wrong setting of the traces is refused: %j', (environment, problem) => {
  expect(problemsOf(environment)).toEqual([expect.stringContaining(problem)])
})

test('a setting may come from a file, and one that cannot be read is named once', () => {
  writeFileSync(join(folder, 'database'), 'postgres://shop:secret@db/shop\n')
  const files = { DATABASE_URL_FILE: join(folder, 'database'), VITRINE_PASSWORD_PEPPER: secretText }
  const given = { ...files, VITRINE_TOKEN_SECRET: secretText }
  expect(readConfig(given, folder, gateways).databaseUrl).toBe('postgres://shop:secret@db/shop')
  expect(problemsOf({ ...given, VITRINE_TOKEN_SECRET: '', VITRINE_TOKEN_SECRET_FILE: '/nowhere' })).toEqual([
    expect.stringContaining('VITRINE_TOKEN_SECRET_FILE names a file that cannot be read'),
    expect.stringContaining('VITRINE_TOKEN_SECRET must be set'),
  ])
})

const secretText = 'k3Jx9mQ2vLpR8sTz4wYb7cNd1fGh6jKa'

test('a secret may come from a file', () => {
  const secret = 'k3Jx9mQ2vLpR8sTz4wYb7cNd1fGh6jKa'
  writeFileSync(join(folder, 'token'), `${secret}\n`)
  expect(readConfig({ VITRINE_TOKEN_SECRET_FILE: join(folder, 'token') }, folder, gateways).tokenSecret).toBe(
    secret,
  )
})

test.each([
  ['PORT', 'x1'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '30.5'],
  ['HOST', 'not a host'],
  ['DATABASE_URL', 'mysql://canary-value'],
  ['DATABASE_URL', 'canary-value'],
  ['DATABASE_URL', 'postgres://a,canary:many/shop'],
  ['STORE_URL', 'ftp://canary.example'],
  ['STORE_URL', 'canary'],
  ['STORE_URL', 'https://shop.example/canary'],
  ['STORE_URL', 'https://canary:canary@shop.example'],
  ['TRUSTED_PROXIES', 'canary'],
  ['TRUSTED_PROXIES', '10.0.0.1,canary'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/1,128.0.0.0/1'],
  ['TRUSTED_PROXIES', '::/0'],
  ['SMTP_URL', 'https://canary.example'],
  ['MAIL_FROM', 'canary'],
  ['SMS_WEBHOOK_URL', 'http://canary.example'],
  ['TEST_COURIER_MINUTES', 'canary'],
  ['VITRINE_MODE', 'canary'],
  ['VITRINE_TOKEN_SECRET', 'canary-short'],
  ['VITRINE_TOKEN_SECRET', 'changeme-canary-changeme-canary-changeme'],
  ['VITRINE_PASSWORD_PEPPER', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['VITRINE_PASSWORD_PEPPER_FILE', '/nowhere/canary'],
  ['VITRINE_CANARY', '1'],
])('a wrong %s is refused with one line that names it and never shows its value', (variable, value) => {
  const problems = problemsOf({ [variable]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${variable} `))
  expect(problems[0]).not.toContain(value)
})

test('a payment provider is active with its keys and inactive without them', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_canary1234567',
    STRIPE_WEBHOOK_SECRET: 'whsec_new1234567, whsec_old1234567',
  }
  expect(readConfig({}, folder, gateways).companyKeys).toEqual({})
  expect(readConfig(stripe, folder, gateways).companyKeys?.stripe).toEqual({
    secretKey: 'sk_test_canary1234567',
    webhookSecrets: ['whsec_new1234567', 'whsec_old1234567'],
  })
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_canary1234567' })).toEqual([
    'STRIPE_WEBHOOK_SECRET is missing: Stripe needs all of its keys',
  ])
  expect(problemsOf({ ...stripe, STRIPE_SECRET_KEY: 'pk_test_canary' })).toEqual([
    'STRIPE_SECRET_KEY must be a secret key of Stripe: sk_live_… or sk_test_…',
  ])
  expect(
    problemsOf({
      ...stripe,
      VITRINE_MODE: 'production',
      STORE_URL: 'https://shop.example',
      SMTP_URL: 'smtp://localhost:2525',
      MAIL_FROM: 'Shop <shop@shop.example>',
    }),
  ).toEqual(['STRIPE_SECRET_KEY must be a live key in production'])
  expect(problemsOf({ RAZORPAY_KEY_ID: 'rzp_live_canary12', RAZORPAY_KEY_SECRET: 'canary-canary' })).toEqual([
    'RAZORPAY_WEBHOOK_SECRET is missing: Razorpay needs all of its keys',
  ])
})

test('several invalid variables are all reported at once', () => {
  expect(problemsOf({ PORT: 'x', VITRINE_MODE: 'y' })).toHaveLength(2)
})

test('production needs an https address', () => {
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'hello@shop.example' }
  expect(problemsOf({ VITRINE_MODE: 'production', ...mail })).toEqual([
    'STORE_URL must be an https address in production',
  ])
  expect(problemsOf({ VITRINE_MODE: 'production', STORE_URL: 'https://shop.example', ...mail })).toEqual([])
})

test('production starts without a mail server, which an owner may enter, and refuses half of one', () => {
  const shop = { VITRINE_MODE: 'production', STORE_URL: 'https://shop.example' }
  expect(problemsOf(shop)).toEqual([])
  expect(problemsOf({ ...shop, SMTP_URL: 'smtp://user:canary@mail.example' })).toEqual([
    'MAIL_FROM must be set together with SMTP_URL',
  ])
})

test('SMS are sent by one configured service', () => {
  expect(readConfig({ SMS_WEBHOOK_URL: 'https://sms.example/send' }, folder, gateways).sms).toEqual({
    provider: 'webhook',
    url: 'https://sms.example/send',
  })
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'canary', TWILIO_FROM: '+15550001111' }
  expect(readConfig(twilio, folder, gateways).sms).toMatchObject({ provider: 'twilio', from: '+15550001111' })
  expect(
    readConfig({ MSG91_AUTH_KEY: 'canary', MSG91_TEMPLATE_ID: 'tpl' }, folder, gateways).sms?.provider,
  ).toBe('msg91')
  expect(problemsOf({ TWILIO_ACCOUNT_SID: 'AC1' })).toEqual([
    'TWILIO_AUTH_TOKEN must be set together with TWILIO_ACCOUNT_SID',
    'TWILIO_FROM must be set together with TWILIO_ACCOUNT_SID',
  ])
  expect(problemsOf({ ...twilio, SMS_WEBHOOK_URL: 'https://sms.example/send' })).toEqual([
    'SMS_WEBHOOK_URL must be the only SMS service',
  ])
})

test('incomplete secrets are never replaced silently', () => {
  readConfig({}, folder, gateways)
  const file = join(folder, 'data', 'secrets.json')
  writeFileSync(file, '{}')
  expect(() => readConfig({}, folder, gateways)).toThrow(/Restore it from a backup/)
  expect(readFileSync(file, 'utf8')).toBe('{}')
})

const secrets = {
  VITRINE_TOKEN_SECRET: 'qN8s2vX5zR7tB1yC4dE6fG9hJ0kLmPwA',
  VITRINE_PASSWORD_PEPPER: 'Zx8cV6bN4mQ2wE0rT9yU7iO5pA3sD1fG',
}
const DATABASE_URL = 'postgres://shop:canary@db.example/shop'

test('DATABASE_URL without secrets is refused, and none are generated', () => {
  const problems = problemsOf({ DATABASE_URL })

  expect(problems.map((line) => line.split(' ')[0])).toEqual(Object.keys(secrets))
  for (const line of problems) expect(line).toMatch(/must be set .* openssl rand -base64 32$/)
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(readConfig({ DATABASE_URL, ...secrets }, folder, gateways)).toMatchObject({
    databaseUrl: DATABASE_URL,
    tokenSecret: secrets.VITRINE_TOKEN_SECRET,
    databasePoolSize: 10,
  })
})

test("DATABASE_URL without secrets names the file with this host's existing secrets", () => {
  readConfig({}, folder, gateways)
  for (const line of problemsOf({ DATABASE_URL })) expect(line).toContain(join('data', 'secrets.json'))
})

test('previous secrets are a list with the same rules', () => {
  const previous = 'Hj7kL5zX3cV1bN9mQ8wE6rT4yU2iO0pA'
  expect(
    readConfig({ ...secrets, VITRINE_TOKEN_SECRET_PREVIOUS: `${previous}, ${previous}` }, folder, gateways),
  ).toMatchObject({ previousTokenSecrets: [previous, previous], previousPasswordPeppers: [] })
  expect(problemsOf({ VITRINE_PASSWORD_PEPPER_PREVIOUS: 'canary' })).toEqual([
    'VITRINE_PASSWORD_PEPPER_PREVIOUS must have at least 32 bytes',
  ])
})

test('several hosts of the database are read, and shown without the password', () => {
  const several = 'postgres://shop:can@ary@a:5432,[::1]:5433,c/shop?sslmode=require'
  const config = readConfig({ DATABASE_URL: several, ...secrets }, folder, gateways)
  expect(config.databaseUrl).toBe(several)
  const shown = shownConfiguration(config).find(({ name }) => name === 'DATABASE_URL')
  expect(shown?.value).toBe(
    ['a:5432', '[::1]:5433', 'c']
      .map((host) => `postgres://shop:••••@${host}/shop?sslmode=require`)
      .join(', '),
  )
})

test('the pool size and the direct address of the database are read', () => {
  const given = { DATABASE_URL, ...secrets, DATABASE_POOL_SIZE: '25', DATABASE_DIRECT_URL: DATABASE_URL }
  expect(readConfig(given, folder, gateways)).toMatchObject({
    databasePoolSize: 25,
    databaseDirectUrl: DATABASE_URL,
  })
  expect(readConfig({ ...given, DATABASE_REPLICA_URL: DATABASE_URL }, folder, gateways)).toMatchObject({
    databaseReplicaUrl: DATABASE_URL,
  })
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
    expect(problemsOf({ [name]: DATABASE_URL })).toEqual([`${name} requires DATABASE_URL`])
  for (const size of ['1', '501', 'many'])
    expect(problemsOf({ DATABASE_POOL_SIZE: size })).toEqual([
      'DATABASE_POOL_SIZE must be a number from 2 to 500',
    ])
})

test('files are stored on disk or in a bucket, and every invalid bucket setting is named', () => {
  expect(readConfig({}, folder, gateways).storage).toEqual({ kind: 'disk' })
  const s3 = { STORAGE: 's3', S3_BUCKET: 'shop', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'canary' }
  expect(readConfig(s3, folder, gateways).storage).toMatchObject({
    kind: 's3',
    region: 'us-east-1',
    isPathStyle: false,
  })
  expect(readConfig({ ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000' }, folder, gateways).storage).toMatchObject(
    {
      endpoint: 'http://127.0.0.1:9000',
      isPathStyle: true,
    },
  )
  expect(problemsOf({ STORAGE: 'ftp' })).toEqual(['STORAGE must be disk or s3'])
  expect(problemsOf({ ...s3, S3_SECRET_ACCESS_KEY: '', S3_ENDPOINT: 'nowhere', S3_PREFIX: '../x' })).toEqual([
    'S3_ENDPOINT must be an http or https address',
    'S3_PREFIX must be a folder of letters, digits and dashes',
    'S3_SECRET_ACCESS_KEY is missing: STORAGE=s3 needs it',
  ])
})
