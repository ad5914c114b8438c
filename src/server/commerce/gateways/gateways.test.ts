import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { startRazorpayServer } from '#harness/gateways/razorpay-server.ts'
import { startStripeServer } from '#harness/gateways/stripe-server.ts'
import { checkGatewayKeys } from '../payments/check-keys.ts'
import { gateways } from './gateways.ts'

const companies = { stripe: await startStripeServer(), razorpay: await startRazorpayServer() }
afterAll(() => Object.values(companies).forEach(({ close }) => void close()))

test('gateways have different codes', () => {
  const codes = gateways.map(({ code }) => code)

  expect(new Set(codes).size).toBe(codes.length)
})

test.each(gateways.map(({ code, isOnline }) => [code, isOnline] as const))(
  'the contract and the descriptor of %s agree on whether it is paid first',
  (code, isOnline) => {
    expect(isPaidFirst(code)).toBe(isOnline)
  },
)

test('.env.example names every variable of every gateway', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const variables = gateways.flatMap(({ environment }) => Object.keys(environment?.variables ?? {}))

  expect(variables.filter((variable) => !example.includes(`# ${variable}=`))).toEqual([])
})

test.each([
  ['stripe', companies.stripe, { secretKey: 'sk_test_revoked0123456789' }],
  ['razorpay', companies.razorpay, { keySecret: 'a-revoked-key-secret' }],
] as const)(
  '%s verifies whether it accepts the keys by a request that only reads',
  async (code, company, revoked) => {
    const failures = vi.fn()
    const check = (keys: object) =>
      checkGatewayKeys({ mode: 'production', companyKeys: { [code]: keys } }, code, failures)
    expect(await check(company.keys)).toBe('works')
    expect(await check({ ...company.keys, ...revoked })).toBe('refused')
    expect(company.seen.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(failures).not.toHaveBeenCalled()
    expect(await check({ ...company.keys, apiUrl: 'http://127.0.0.1:1' })).toBe('unreachable')
    expect(failures).toHaveBeenCalledOnce()
  },
)

test.each(['stripe', 'razorpay'] as const)(
  'an unreadable answer of %s is not taken for an accepted key',
  async (code) => {
    const start = code === 'stripe' ? startStripeServer : startRazorpayServer
    const company = await start({ troubleOf: () => 'rubbish' })
    const check = () =>
      checkGatewayKeys({ mode: 'production', companyKeys: { [code]: company.keys } }, code, () => {})
    const results = new Set([await check(), await check(), await check()])
    expect(results).not.toContain('refused')
    company.close()
  },
)
