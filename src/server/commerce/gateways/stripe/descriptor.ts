import { z } from 'zod'
import { defineGateway, listOfSecrets } from '#server/commerce/gateways/model/gateway-descriptor.ts'
import { checkByReading } from '#server/commerce/gateways/model/key-check.ts'
import { type StripeKeys, stripeClient } from './client.ts'
import { STRIPE, stripeGateway } from './gateway.ts'
import { stripeEvents } from './read-event.ts'

export const stripe = defineGateway<StripeKeys>({
  code: STRIPE,
  name: 'Stripe',
  isOnline: true,
  environment: {
    variables: {
      STRIPE_SECRET_KEY: {
        label: 'Secret key',
        about: 'Stripe’s secret key; with it the shop takes cards (webhook: /api/payments/webhook/stripe)',
        rule: z
          .string()
          .regex(/^[sr]k_(test|live)_\w{10,}$/, 'must be a secret key of Stripe: sk_live_… or sk_test_…'),
        isSecret: true,
        testValue: /^[sr]k_test_/,
        valueIn: ({ secretKey }) => secretKey,
      },
      STRIPE_WEBHOOK_SECRET: {
        label: 'Signing secret of the webhook',
        about: 'signs Stripe’s webhooks; two by a comma while one is replaced',
        rule: z
          .string()
          .regex(/^whsec_\w{10,}(\s*,\s*whsec_\w{10,})*$/, 'must be a signing secret of Stripe: whsec_…'),
        isSecret: true,
        valueIn: ({ webhookSecrets }) => webhookSecrets.join(),
      },
    },
    toKeys: ({ STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '' }) => ({
      secretKey: STRIPE_SECRET_KEY,
      webhookSecrets: listOfSecrets(STRIPE_WEBHOOK_SECRET),
    }),
  },
  method: {
    name: 'Card',
    description: 'You pay on Stripe’s secure page and come back here.',
    sort_order: -1,
  },
  webhookEvents: stripeEvents,
  // The permission that payments need, which a restricted key may lack for others. Stripe's API, "List all Checkout Sessions".
  checkKeys: (keys) =>
    checkByReading(async () => (await (await stripeClient(keys)).checkout.sessions.list({ limit: 1 })).data),
  create: ({ config }, keys) => stripeGateway(keys, config.storeUrl),
})
