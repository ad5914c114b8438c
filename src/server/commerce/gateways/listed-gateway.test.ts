import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { addChannel } from '#harness/channels.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { type ConfigError, readConfig } from '#server/platform/config/config.ts'
import { doctor } from '../../../cli/doctor.ts'
import { formTargetsOf, webhooksOf } from './find-gateway.ts'
import { gateways } from './gateways.ts'
import { offerGateways } from './offer-gateways.ts'

// The only change: an entry in the list of gateways.
vi.mock('./gateways.ts', async (importActual) => {
  const actual = await importActual<typeof import('./gateways.ts')>()
  const { fakePay } = await import('#harness/gateways/fake-pay.ts')
  return { gateways: [...actual.gateways, fakePay] }
})

const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
afterAll(() => rmSync(folder, { recursive: true }))

const token = 'fp_live_canary123'
const config = readConfig({ FAKEPAY_TOKEN: token }, folder, gateways)
const { companyKeys = {} } = config
const settings = { enable_multi_channel: true }
const opened = await openShop({ seed: true, gateways: companyKeys, settings })
const shop = withPayments(opened)
await offerGateways(shop.db, shop.services.config)

test('the configuration reads and checks the variables of a listed gateway', () => {
  const problemOf = (given: Record<string, string>) => {
    try {
      return readConfig(given, folder, gateways).companyKeys
    } catch (error) {
      return (error as ConfigError).problems.find(({ variable }) => variable === 'FAKEPAY_TOKEN')?.problem
    }
  }

  expect(companyKeys).toEqual({ fakepay: { token } })
  expect(problemOf({})).toEqual({})
  expect(problemOf({ FAKEPAY_TOKEN: 'canary' })).toBe('must be a token of FakePay: fp_…')
  expect(problemOf({ FAKEPAY_TOKEN: 'fp_test_canary', VITRINE_MODE: 'production' })).toBe(
    'must be a live key in production',
  )
})

test('doctor shows the variables of a listed gateway and masks its secrets', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)

  await doctor([], config)

  const printed = lines.join('')
  expect(printed).toMatch(/^FAKEPAY_TOKEN +•+ \(17 bytes\)\n +FakePay’s token$/m)
  expect(printed).not.toContain(token)
})

test('webhooks and form targets name a listed gateway that has its keys', () => {
  expect(webhooksOf(config)).toEqual([
    { name: 'FakePay', path: '/api/payments/webhook/fakepay', events: ['paid'] },
  ])
  expect(formTargetsOf(config)).toEqual(['https://fakepay.example'])
  expect(formTargetsOf({ mode: 'demo' })).toEqual([])
})

test('a guest pays with a listed gateway', async () => {
  const { order_id, payment_id, order_methods } = await paying()

  const event = JSON.stringify({ id: 'evt_fake', reference: payment_id })
  expect(await shop.sendRaw(event, { 'x-fakepay-token': 'wrong' }, 'fakepay')).toBe(400)
  expect(await shop.sendRaw(event, { 'x-fakepay-token': token }, 'fakepay')).toBe(200)

  expect(order_methods[0]).toBe('fakepay')
  await shop.expectPaidOnce(order_id)
})

test('the routes of a listed gateway are served', async () => {
  const { body } = await shop.app.inject({ url: '/fakepay/ping' })

  expect(JSON.parse(body)).toEqual({ length: token.length })
})

test('staff switch a payment company off in one channel, where it stays off after a start, and never the last method', async () => {
  const { db, services } = shop
  const { adminChannels, adminPaymentMethods } = (await signedInStaff(opened, 'owner')).admin
  const germany = await addChannel(shop, { withdrawal_days: 14 })
  await offerGateways(db, services.config)
  const save = async (id: number, payment_methods: string[]) => {
    const { version, values } = ok(await adminChannels.get({ id }))
    return adminChannels.update({ id, version, values: { ...values, payment_methods } })
  }
  type Shopper = Pick<ReturnType<typeof shop.guest>, 'api'>
  const offered = async ({ api }: Shopper) =>
    ok(await api.cart.get()).cart_payment_methods.map(({ code }) => code)
  const product = await shop.productWith(5)
  const { id: variation_id } = product
  const indian = await shop.guestAtPayment(product, 'fakepay')
  await db
    .insertInto('prices')
    .values({ variation_id, channel_id: germany, selling_price: 900, mrp: 900 })
    .execute()
  const german = shop.guest()
  await german.request({
    method: 'POST',
    url: '/api/storefront/select-channel',
    payload: JSON.stringify({ channel: 'de' }),
    headers: { 'content-type': 'application/json' },
  })
  ok(await german.api.cart.addItem({ product_id: variation_id }))

  expect(await offered(german)).toEqual(['fakepay'])
  expect(await save(germany, [])).toMatchObject({
    errors: { 'values.payment_methods': [expect.stringContaining('at least one payment method')] },
  })
  expect(await save(germany, ['fakepay', 'gold'])).toMatchObject({
    errors: { 'values.payment_methods': ['The shop has no payment method “gold”'] },
  })
  expect(ok(await save(germany, ['cod'])).values.payment_methods).toEqual(['cod'])
  expect(await offered(german)).toEqual(['cod'])
  expect(await german.api.cart.updatePaymentMode({ payment_method: 'fakepay' })).toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
  })
  await offerGateways(db, services.config)
  expect(await offered(german)).toEqual(['cod'])
  expect(await offered(indian)).toContain('fakepay')

  ok(await save(1, ['cod']))
  expect(await offered(indian)).toEqual(['cod'])
  expect(await indian.order()).toMatchObject({ code: 'CART_INVALID', message: 'Payment Method is empty' })
  const methods = ok(await adminPaymentMethods.list({})).data
  const switchOf = async (code: string, is_active: boolean) => {
    const { id = 0 } = methods.find((row) => row.code === code && row.channel !== 'Germany') ?? {}
    const { version, values } = ok(await adminPaymentMethods.get({ id }))
    return adminPaymentMethods.update({ id, version, values: { ...values, is_active } })
  }
  expect(await switchOf('cod', false)).toMatchObject({
    errors: { 'values.is_active': [expect.stringContaining('at least one payment method')] },
  })
  ok(await switchOf('fakepay', true))
  expect(await offered(indian)).toEqual(['fakepay', 'cod'])
})

async function paying() {
  const guest = await shop.payingGuest('fakepay')
  const other = await shop.guestAtPayment(await shop.productWith(1), 'cod')
  const order_methods = ok(await other.api.cart.get()).cart_payment_methods.map(({ code }) => code)
  return { ...guest, order_methods }
}
