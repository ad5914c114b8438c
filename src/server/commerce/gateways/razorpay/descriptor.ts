import { z } from 'zod'
import { defineGateway, listOfSecrets } from '#server/commerce/gateways/model/gateway-descriptor.ts'
import { checkByReading } from '#server/commerce/gateways/model/key-check.ts'
import { RAZORPAY_URL, type RazorpayKeys, razorpayClient } from './client.ts'
import { RAZORPAY, razorpayGateway } from './gateway.ts'
import { servePostedBack } from './posted-back-route.ts'
import { razorpayEvents } from './read-event.ts'

export const razorpay = defineGateway<RazorpayKeys>({
  code: RAZORPAY,
  name: 'Razorpay',
  isOnline: true,
  environment: {
    variables: {
      RAZORPAY_KEY_ID: {
        label: 'Key ID',
        about:
          'Razorpay’s key id; with it the shop takes UPI and cards (webhook: /api/payments/webhook/razorpay)',
        rule: z
          .string()
          .regex(/^rzp_(test|live)_\w{6,}$/, 'must be a key id of Razorpay: rzp_live_… or rzp_test_…'),
        isSecret: false,
        testValue: /^rzp_test_/,
        valueIn: ({ keyId }) => keyId,
      },
      RAZORPAY_KEY_SECRET: {
        label: 'Key secret',
        about: 'Razorpay’s key secret',
        rule: z.string().regex(/^\S{12,}$/, 'must have at least 12 characters'),
        isSecret: true,
        valueIn: ({ keySecret }) => keySecret,
      },
      RAZORPAY_WEBHOOK_SECRET: {
        label: 'Secret of the webhook',
        about: 'signs Razorpay’s webhooks; two by a comma while one is replaced',
        rule: z.string().regex(/^[^\s,]{12,}(\s*,\s*[^\s,]{12,})*$/, 'must have at least 12 characters'),
        isSecret: true,
        valueIn: ({ webhookSecrets }) => webhookSecrets.join(),
      },
    },
    toKeys: ({ RAZORPAY_KEY_ID = '', RAZORPAY_KEY_SECRET = '', RAZORPAY_WEBHOOK_SECRET = '' }) => ({
      keyId: RAZORPAY_KEY_ID,
      keySecret: RAZORPAY_KEY_SECRET,
      webhookSecrets: listOfSecrets(RAZORPAY_WEBHOOK_SECRET),
    }),
  },
  method: {
    name: 'UPI, card or net banking',
    description: 'You pay on Razorpay’s secure page and come back here.',
    sort_order: -2,
  },
  formTargets: ({ apiUrl = RAZORPAY_URL }) => [new URL(apiUrl).origin],
  webhookEvents: razorpayEvents,
  // Razorpay's API, "Fetch all orders".
  checkKeys: (keys) =>
    checkByReading(async () => (await (await razorpayClient(keys)).orders.all({ count: 1 })).items),
  create: ({ config }, keys) => razorpayGateway(keys, config.storeUrl),
  serve: servePostedBack,
})
