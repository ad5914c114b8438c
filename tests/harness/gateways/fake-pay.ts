import { z } from 'zod'
import { BadEvent, type PaymentFacts } from '#server/commerce/gateways/model/gateway.ts'
import { defineGateway } from '#server/commerce/gateways/model/gateway-descriptor.ts'

type FakeKeys = { token: string }

/** What the company knows of its payments, by reference. All of them are paid at once. */
const known = new Map<string, PaymentFacts>()

/** A gateway that uses everything a descriptor can have. */
export const fakePay = defineGateway<FakeKeys>({
  code: 'fakepay',
  name: 'FakePay',
  isOnline: true,
  environment: {
    variables: {
      FAKEPAY_TOKEN: {
        label: 'Token',
        about: 'FakePay’s token',
        rule: z.string().regex(/^fp_\w{8,}$/, 'must be a token of FakePay: fp_…'),
        isSecret: true,
        testValue: /^fp_test/,
        valueIn: ({ token }) => token,
      },
    },
    toKeys: ({ FAKEPAY_TOKEN = '' }) => ({ token: FAKEPAY_TOKEN }),
  },
  method: { name: 'FakePay', description: 'Pay at FakePay.', sort_order: -3 },
  formTargets: () => ['https://fakepay.example'],
  webhookEvents: ['paid'],
  create: (_services, { token }) => ({
    code: 'fakepay',
    isOnline: true,
    start: async ({ id, orderNo, amount, currency }) => {
      const gatewayPaymentId = `fake-${id}`
      const facts: PaymentFacts = {
        gatewayPaymentId,
        reference: id,
        orderNo,
        status: 'paid',
        failure: null,
        amount,
        currency,
      }
      known.set(id, facts)
      const action = {
        type: 'redirect',
        method: 'GET',
        url: 'https://fakepay.example/pay',
        fields: {},
      } as const
      return { gatewayPaymentId, action }
    },
    read: async ({ id }) => requireKnown(id),
    parseEvent: (rawBody, headers) => {
      if (headers['x-fakepay-token'] !== token) throw new BadEvent('the token is wrong')
      const { id, reference } = JSON.parse(rawBody) as { id: string; reference: string }
      return { id, payment: known.get(reference) ?? null }
    },
    refund: async ({ key }) => ({ gatewayRefundId: key }),
  }),
  serve: (app, _services, readKeys) => {
    app.get('/fakepay/ping', async () => ({ length: readKeys()?.token.length }))
  },
})

function requireKnown(reference: string): PaymentFacts {
  const facts = known.get(reference)
  if (!facts) throw new Error(`FakePay has no payment ${reference}`)
  return facts
}
