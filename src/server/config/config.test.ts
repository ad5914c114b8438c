import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config '))
})
afterEach(() => rmSync(folder, { recursive: true }))

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, folder)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test('nothing set: a demo shop on port 3000, data beside the project', () => {
  expect(readConfig({}, folder)).toMatchObject({
    mode: 'demo',
    port: 3000,
    host: 'localhost',
    dataDir: join(folder, 'data'),
    databaseUrl: undefined,
    storeUrl: 'http://localhost:3000',
  })
})

test('secrets are made once, kept, and readable by the owner alone', () => {
  const first = readConfig({}, folder)
  const again = readConfig({}, folder)

  expect(again.tokenSecret).toBe(first.tokenSecret)
  expect(Buffer.byteLength(first.tokenSecret)).toBeGreaterThanOrEqual(32)
  expect(statSync(join(folder, 'data', 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('.env is read, and the environment goes before it', () => {
  writeFileSync(join(folder, '.env'), 'PORT=4000\nHOST=127.0.0.1\n')
  expect(readConfig({ PORT: '5000' }, folder)).toMatchObject({ port: 5000, host: '127.0.0.1' })
})

test('a secret may come from a file', () => {
  const secret = 'k3Jx9mQ2vLpR8sTz4wYb7cNd1fGh6jKa'
  writeFileSync(join(folder, 'token'), `${secret}\n`)
  expect(readConfig({ VITRINE_TOKEN_SECRET_FILE: join(folder, 'token') }, folder).tokenSecret).toBe(secret)
})

test.each([
  ['PORT', 'x1'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '30.5'],
  ['HOST', 'not a host'],
  ['DATABASE_URL', 'mysql://canary-value'],
  ['DATABASE_URL', 'canary-value'],
  ['STORE_URL', 'ftp://canary.example'],
  ['STORE_URL', 'canary'],
  ['STORE_URL', 'https://shop.example/canary'],
  ['TRUSTED_PROXIES', 'canary'],
  ['TRUSTED_PROXIES', '10.0.0.1,canary'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
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

test('a payment company is on with its keys, and off without them', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_canary1234567',
    STRIPE_WEBHOOK_SECRET: 'whsec_new1234567, whsec_old1234567',
  }
  expect(readConfig({}, folder)).not.toHaveProperty('stripe')
  expect(readConfig(stripe, folder).stripe).toEqual({
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

test('several wrong variables are all named at once', () => {
  expect(problemsOf({ PORT: 'x', VITRINE_MODE: 'y' })).toHaveLength(2)
})

test('production needs an https address', () => {
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'hello@shop.example' }
  expect(problemsOf({ VITRINE_MODE: 'production', ...mail })).toEqual([
    'STORE_URL must be an https address in production',
  ])
  expect(problemsOf({ VITRINE_MODE: 'production', STORE_URL: 'https://shop.example', ...mail })).toEqual([])
})

test('production sends its mail, or does not start', () => {
  const shop = { VITRINE_MODE: 'production', STORE_URL: 'https://shop.example' }
  expect(problemsOf(shop)).toEqual(['SMTP_URL must be set in production: without it nobody gets mail'])
  expect(problemsOf({ ...shop, SMTP_URL: 'smtp://user:canary@mail.example' })).toEqual([
    'MAIL_FROM must be set beside SMTP_URL',
  ])
})

test('one service carries the SMS', () => {
  expect(readConfig({ SMS_WEBHOOK_URL: 'https://sms.example/send' }, folder).sms).toEqual({
    provider: 'webhook',
    url: 'https://sms.example/send',
  })
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'canary', TWILIO_FROM: '+15550001111' }
  expect(readConfig(twilio, folder).sms).toMatchObject({ provider: 'twilio', from: '+15550001111' })
  expect(readConfig({ MSG91_AUTH_KEY: 'canary', MSG91_TEMPLATE_ID: 'tpl' }, folder).sms?.provider).toBe(
    'msg91',
  )
  expect(problemsOf({ TWILIO_ACCOUNT_SID: 'AC1' })).toEqual([
    'TWILIO_AUTH_TOKEN must be set beside TWILIO_ACCOUNT_SID',
    'TWILIO_FROM must be set beside TWILIO_ACCOUNT_SID',
  ])
  expect(problemsOf({ ...twilio, SMS_WEBHOOK_URL: 'https://sms.example/send' })).toEqual([
    'SMS_WEBHOOK_URL must stand alone: one service carries the SMS',
  ])
})

test('half-written secrets are never replaced silently', () => {
  readConfig({}, folder)
  const file = join(folder, 'data', 'secrets.json')
  writeFileSync(file, '{}')
  expect(() => readConfig({}, folder)).toThrow(/Restore it from a backup/)
  expect(readFileSync(file, 'utf8')).toBe('{}')
})
