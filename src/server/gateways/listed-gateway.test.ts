import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { doctor } from '../../cli/doctor.ts'
import { type ConfigError, readConfig } from '../config/config.ts'
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
const { gatewayKeys = {} } = config
const shop = withPayments(await openShop({ seed: true, gateways: gatewayKeys }))
await offerGateways(shop.db, shop.services.config)

test('the configuration reads and checks the variables of a listed gateway', () => {
  const problemOf = (given: Record<string, string>) => {
    try {
      return readConfig(given, folder, gateways).gatewayKeys
    } catch (error) {
      return (error as ConfigError).problems.find(({ variable }) => variable === 'FAKEPAY_TOKEN')?.problem
    }
  }

  expect(gatewayKeys).toEqual({ fakepay: { token } })
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

async function paying() {
  const guest = await shop.payingGuest('fakepay')
  const other = await shop.guestAtPayment(await shop.productWith(1), 'cod')
  const order_methods = ok(await other.api.cart.get()).cart_payment_methods.map(({ code }) => code)
  return { ...guest, order_methods }
}
