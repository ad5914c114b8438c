import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startStripeServer } from '#harness/gateways/stripe-server.ts'
import { startMailServer } from '#harness/mail-server.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { testConfig } from '#harness/test-config.ts'
import { formTargetsOf } from '#server/commerce/gateways/find-gateway.ts'
import { openTransports } from '#server/platform/notify/open-transports.ts'
import { followServiceKeys } from './service-keys.ts'
import { servicesOf } from './services.ts'

const standIn = vi.hoisted(() => ({ apiUrl: '' }))

// Entered keys ask the companies of this test, and Stripe has a form target.
vi.mock('#server/commerce/gateways/gateways.ts', async (importActual) => {
  const actual = await importActual<typeof import('#server/commerce/gateways/gateways.ts')>()
  return {
    gateways: actual.gateways.map((gateway) => {
      const { environment } = gateway
      if (!environment) return gateway
      const toKeys = (values: Readonly<Record<string, string>>) =>
        Object.assign(environment.toKeys(values) ?? {}, standIn)
      return {
        ...gateway,
        ...(gateway.code === 'stripe' && { formTargets: () => ['https://checkout.stripe.example'] }),
        environment: { ...environment, toKeys },
      }
    }),
  }
})

const stripe = await startStripeServer()
standIn.apiUrl = stripe.apiUrl
const keys = {
  STRIPE_SECRET_KEY: stripe.keys.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecrets.join(','),
}
const opened = await openShop({ seed: true })
const shop = withPayments(opened)
const other = await openShop({ beside: opened })
const inEnvironment = await openShop({
  beside: opened,
  config: {
    companyKeys: { stripe: stripe.keys },
    serviceVariables: { MAIL_FROM: 'env@shop.example', STRIPE_SECRET_KEY: 'sk_test_environment01' },
  },
})
const production = await openShop({
  beside: opened,
  config: { mode: 'production', storeUrl: 'https://shop.example' },
})
const tokenSecret = 'Vb6nM8qW0eR2tY4uI6oP8aS0dF2gH4jK'
const withOtherSecret = await openShop({ beside: opened, config: { tokenSecret } })
const owner = await signedInStaff(opened, 'owner')
const { adminServices } = owner.admin
const closing: (() => void)[] = [() => stripe.close()]
afterAll(() => closing.forEach((close) => void close()))
beforeEach(() => shop.db.deleteFrom('rate_limits').execute())

const find = async (id: string, api = adminServices) => {
  const found = ok(await api.list({})).services.find((one) => one.id === id)
  if (!found) throw new Error(`There is no service ${id}`)
  return found
}
const enter = async (id: string, values: Record<string, string>, api = adminServices) =>
  api.update({ id, version: (await find(id, api)).version, values })
const remove = async (id: string) => adminServices.remove({ id, version: (await find(id)).version })

/** The change feed of the other process has delivered the change. */
const delivered = async () => {
  await other.changes.catchUp()
  await other.services.serviceKeys.refresh()
}

const mailServer = async (options: Parameters<typeof startMailServer>[0] = {}) => {
  const server = await startMailServer(options)
  closing.push(server.close)
  return server
}

test('every payment company and courier with keys, mail and the SMS services are listed, and none is set', async () => {
  const { services: listed } = ok(await adminServices.list({}))

  expect(listed.map(({ id, state }) => [id, state])).toEqual(
    servicesOf(testConfig).map(({ code }) => [code, 'not_set']),
  )
  expect(listed.map(({ id }) => id)).toEqual([
    ...['stripe', 'razorpay', 'http_courier', 'mail', 'msg91', 'twilio', 'sms_webhook'],
  ])
  expect(listed[0]?.webhook?.url).toBe(`${testConfig.storeUrl}/api/payments/webhook/stripe`)
  expect(listed[2]?.webhook?.url).toBe(`${testConfig.storeUrl}/api/couriers/webhook/http_courier`)
})

test('keys that are entered in one process take payments in the other, and are nowhere in clear text', async () => {
  const saved = await enter('stripe', keys)
  await delivered()

  expect(ok(saved)).toMatchObject({ state: 'entered', changed: { by: owner.email } })
  expect(formTargetsOf(other.services.config)).toEqual(['https://checkout.stripe.example'])
  const there = withPayments(other)
  const { order_id, token } = ok(
    await (await there.guestAtPayment(await shop.productWith(5), 'stripe')).order(),
  )
  const guest = other.guest()
  const { payment_id } = ok(await guest.api.checkout.processPayment({ order_id, token }))
  expect([...stripe.sessions.values()].map(({ client_reference_id }) => client_reference_id)).toContain(
    payment_id,
  )

  const rows = await sql<{ text: string }>`select row_to_json(k)::text as text from service_keys k`.execute(
    shop.db,
  )
  const log = await shop.db.selectFrom('change_log').select('tag').execute()
  const audit = await shop.db
    .selectFrom('audit_log')
    .selectAll()
    .where('record_type', '=', 'service')
    .execute()
  const text = JSON.stringify([saved, rows.rows, log, audit, opened.logged, other.logged])
  for (const secret of [keys.STRIPE_SECRET_KEY, ...stripe.keys.webhookSecrets])
    expect(text).not.toContain(secret.slice(0, -4))
  expect(ok(saved).variables.map(({ shown }) => shown)).toEqual(['•••• cdef', '•••• 6789'])
  expect(audit).toMatchObject([
    { action: 'service.update', actor: owner.email, after: { entered: Object.keys(keys), state: 'entered' } },
  ])
})

test('a test of a payment company starts a payment of one unit, closes it and makes no order', async () => {
  const orders = async () => (await shop.db.selectFrom('orders').select('id').execute()).length
  const before = await orders()
  const tested = ok(await adminServices.test({ id: 'stripe' }))

  expect(tested.tested).toMatchObject({ problem: null })
  const session = [...stripe.sessions.values()].at(-1)
  expect(session).toMatchObject({ amount_total: 100, currency: 'inr', status: 'expired' })
  expect(await orders()).toBe(before)

  ok(await enter('stripe', { STRIPE_SECRET_KEY: 'sk_test_revoked0123456789' }))
  expect((await find('stripe')).tested).toBeNull()
  expect(ok(await adminServices.test({ id: 'stripe' })).tested?.problem).toBe(
    'Stripe refused the keys. It said: Invalid API Key',
  )
  standIn.apiUrl = 'http://127.0.0.1:1'
  ok(await enter('stripe', keys))
  expect(ok(await adminServices.test({ id: 'stripe' })).tested?.problem).toMatch(
    /^There was no usable answer of Stripe: /,
  )
  standIn.apiUrl = stripe.apiUrl
  ok(await enter('stripe', keys))
})

test('removed keys withdraw the payment method; the screen says what waits', async () => {
  const { stops } = await find('stripe')
  expect(stops).toEqual([
    'Stripe is not offered at the checkout.',
    'Payments under way there, whose result the shop cannot ask for: 1.',
  ])
  const offered = async () => {
    const { api } = await shop.guestAtPayment(await shop.productWith(1), 'cod')
    return ok(await api.cart.get()).cart_payment_methods.map(({ code }) => code)
  }
  expect(await offered()).toContain('stripe')

  expect(ok(await remove('stripe'))).toMatchObject({ state: 'not_set' })
  await delivered()

  expect(await offered()).not.toContain('stripe')
  expect(other.services.config.companyKeys).toEqual({})
  expect(await adminServices.test({ id: 'stripe' })).toMatchObject({ code: 'NO_SERVICE_KEYS' })
})

test('values that cannot be right are refused at their field, and nothing is written', async () => {
  expect(await enter('stripe', { STRIPE_SECRET_KEY: 'pk_test_0123456789' })).toMatchObject({
    code: 'VALIDATION',
    errors: {
      'values.STRIPE_SECRET_KEY': ['Secret key must be a secret key of Stripe: sk_live_… or sk_test_…'],
      'values.STRIPE_WEBHOOK_SECRET': ['Signing secret of the webhook is missing'],
    },
  })
  expect(await enter('stripe', { ...keys, PATH: '/tmp' })).toMatchObject({
    errors: { 'values.PATH': ['This service has no such key'] },
  })
  expect(
    await enter('mail', { SMTP_URL: `smtp://${'a'.repeat(10_000)}`, MAIL_FROM: 'a@b.example' }),
  ).toMatchObject({
    code: 'VALIDATION',
  })
  expect(await enter('mail', { SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' })).toMatchObject({
    errors: { 'values.SMTP_URL': ['Server must look like smtp://user:password@host:587'] },
  })
  for (const id of ['unknown', 'constructor'])
    expect(await adminServices.update({ id, version: 'x', values: {} })).toMatchObject({ code: 'NOT_FOUND' })
  expect((await find('stripe')).state).toBe('not_set')
})

test('of two owners who save at once one is refused with the present state', async () => {
  const { version } = await find('mail')
  const values = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hello@shop.example' }
  const replies = await Promise.all([1, 2].map(() => adminServices.update({ id: 'mail', version, values })))

  expect(replies.map((reply) => (reply.status === 'error' ? reply.code : reply.status)).toSorted()).toEqual([
    'STALE_RECORD',
    'success',
  ])
})

test('a test mail reaches the owner, and later messages go out with the same keys', async () => {
  const server = await mailServer()
  const values = {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Kiln & Loom <hello@shop.example>',
  }
  ok(await enter('mail', values))

  expect(ok(await adminServices.test({ id: 'mail' })).tested).toMatchObject({ problem: null })
  expect(server.got).toHaveLength(1)
  expect(server.got[0]).toContain(`To: ${owner.email}`)
  await expect
    .poll(() => other.services.config.mail)
    .toEqual({ url: values.SMTP_URL, from: values.MAIL_FROM })
})

test('a failed test says why, without the password', async () => {
  const password = 'hunter2-canary'
  const { port } = await mailServer({ refuses: password })
  const reasonOf = async (url: string) => {
    ok(await enter('mail', { SMTP_URL: url, MAIL_FROM: 'hello@shop.example' }))
    return ok(await adminServices.test({ id: 'mail' })).tested?.problem ?? ''
  }

  expect(await reasonOf(`smtp://asha%40shop.example:${password}@127.0.0.1:${port}`)).toBe(
    'The mail server refused the user name or the password. It said: 535 •••• is wrong',
  )
  expect((await find('mail')).variables[0]?.shown).toBe(`asha@shop.example at 127.0.0.1:${port}`)
  expect(await reasonOf('smtp://127.0.0.1:1')).toBe(
    'There is no connection to the mail server. Check its name, port and encryption.',
  )
  expect(await reasonOf('smtp://nowhere.invalid')).toBe(
    'There is no connection to the mail server. Check its name, port and encryption.',
  )
  expect(JSON.stringify(opened.logged)).not.toContain(password)
})

test('a message in work is sent with the keys that it began with', async () => {
  const [slow, next] = [await mailServer({ troubleOf: () => 'slow' }), await mailServer()]
  const from = 'shop@shop.example'
  const config = { ...testConfig, mail: { url: `smtp://127.0.0.1:${slow.port}`, from } }
  const transports = openTransports(config)
  closing.push(() => transports.close())
  const message = {
    id: 1,
    kind: 'note',
    recipient: 'asha@example.com',
    subject: 'Hello',
    text: 'Words',
    html: null,
  }

  const first = transports.mail?.(message)
  await expect.poll(() => slow.got.length).toBe(1)
  config.mail = { url: `smtp://127.0.0.1:${next.port}`, from }
  await transports.mail?.({ ...message, id: 2 })
  await first

  expect([slow.got.length, next.got.length]).toEqual([1, 1])
})

test('one service sends SMS: a second one is refused until the first is removed', async () => {
  ok(await enter('msg91', { MSG91_AUTH_KEY: 'an-auth-key-0123', MSG91_TEMPLATE_ID: 'tpl' }))

  expect(await enter('sms_webhook', { SMS_WEBHOOK_URL: 'https://sms.example/canary' })).toMatchObject({
    code: 'OTHER_SMS_SERVICE',
    message: 'One service sends SMS. Remove the keys of “MSG91” first.',
  })
  ok(await remove('msg91'))
  ok(await enter('sms_webhook', { SMS_WEBHOOK_URL: 'http://127.0.0.1:1/canary' }))
  expect((await find('sms_webhook')).variables[0]?.shown).toBe('http://127.0.0.1:1')
  expect(await adminServices.test({ id: 'sms_webhook' })).toMatchObject({
    errors: { to: [expect.any(String)] },
  })
  expect(ok(await adminServices.test({ id: 'sms_webhook', to: '+919876543210' })).tested?.problem).toBe(
    'Your own SMS service could not be reached.',
  )
  ok(await remove('sms_webhook'))
})

test('tests are limited for each member of staff', async () => {
  ok(await enter('mail', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@shop.example' }))
  const codes: unknown[] = []
  for (let at = 0; at < 11; at += 1) {
    const reply = await adminServices.test({ id: 'mail' })
    codes.push(reply.status === 'error' ? reply.code : reply.status)
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 'success'), 'RATE_LIMITED'])
})

test('without the permission nothing is shown, and a change needs a recent proof', async () => {
  const manager = await signedInStaff(opened, 'manager')
  expect(await manager.admin.adminServices.list({})).toMatchObject({ code: 'FORBIDDEN' })

  const provedAt = (at: string) =>
    sql`update staff_sessions set proved_at = ${at}::timestamptz where staff_id = ${owner.id}`.execute(
      shop.db,
    )
  await provedAt('2026-01-01')
  expect(await remove('mail')).toMatchObject({ code: 'PROOF_REQUIRED' })
  await provedAt(new Date().toISOString())
  ok(await remove('mail'))
})

test('the environment wins over entered keys, and they cannot be changed then', async () => {
  ok(await enter('stripe', keys))
  const api = (await signedInStaff(inEnvironment, 'owner')).admin.adminServices

  expect(await find('stripe', api)).toMatchObject({
    state: 'environment',
    variables: [{ is_by_environment: true }, { is_by_environment: true }],
  })
  expect(await enter('stripe', keys, api)).toMatchObject({ code: 'SET_BY_ENVIRONMENT' })
  expect(
    await enter('mail', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, api),
  ).toMatchObject({
    code: 'SET_BY_ENVIRONMENT',
    message: 'The server’s environment sets MAIL_FROM, which wins. Change it there.',
  })
  ok(await enter('mail', { SMTP_URL: 'smtp://mail.example' }, api))
  expect(inEnvironment.services.config.mail).toEqual({ url: 'smtp://mail.example', from: 'env@shop.example' })
})

test('production refuses a key for trying out, and does not use one that was entered before', async () => {
  await production.services.serviceKeys.refresh()

  expect(production.services.config.companyKeys).toEqual({})
  const rows = await production.db.selectFrom('service_keys').select('service').execute()
  expect(rows.map(({ service }) => service)).toContain('stripe')
  expect(production.logged).toContainEqual(
    expect.objectContaining({ variable: 'STRIPE_SECRET_KEY', problem: 'must be a live key in production' }),
  )
})

test('a lost secret stops nothing: the keys are entered again', async () => {
  const api = (await signedInStaff(withOtherSecret, 'owner')).admin.adminServices
  const { config, serviceKeys } = withOtherSecret.services
  await serviceKeys.refresh()

  expect(config.companyKeys).toEqual({})
  expect(await find('stripe', api)).toMatchObject({
    state: 'unreadable',
    variables: [{ shown: null }, { shown: null }],
  })
  expect(ok(await enter('stripe', keys, api))).toMatchObject({ state: 'entered' })
  expect(config.companyKeys).toHaveProperty('stripe')
})

test('a start with a replaced secret reads the keys and encrypts them with the new one', async () => {
  const { db, changes, log } = opened.services
  const startWith = async (secrets: { tokenSecret: string; previousTokenSecrets?: string[] }) => {
    const config = { ...testConfig, ...secrets }
    await followServiceKeys({ db, config, changes, log })
    return Object.keys(config.companyKeys ?? {})
  }
  const next = 'Qw8eR6tY4uI2oP0aS8dF6gH4jK2lZ0xC'

  expect(await startWith({ tokenSecret: next })).toEqual([])
  expect(await startWith({ tokenSecret: next, previousTokenSecrets: [tokenSecret] })).toEqual(['stripe'])
  expect(await startWith({ tokenSecret: next })).toEqual(['stripe'])
})
