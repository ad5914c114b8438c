import { z } from 'zod'
import { defineCourier } from '#server/commerce/couriers/model/courier-descriptor.ts'
import { listOfSecrets } from '#server/commerce/gateways/model/gateway-descriptor.ts'
import { isLoopback, isUrlOf } from '#server/platform/config/message-config.ts'
import { checkHttpKeys, type HttpCourierKeys, httpCourierClient } from './client.ts'

/** Any courier behind a small adapter that speaks the protocol of docs/couriers.md. */
export const httpCourier = defineCourier<HttpCourierKeys>({
  code: 'http_courier',
  name: 'Courier by HTTP',
  environment: {
    variables: {
      COURIER_URL: {
        label: 'Address of the adapter',
        about:
          'books parcels at a courier by the protocol of docs/couriers.md (webhook: /api/couriers/webhook/http_courier)',
        rule: z
          .string()
          .refine(
            (url) => (isUrlOf(url, ['https:']) || isLoopback(url)) && !/[?#@]/.test(url),
            'must be an https address without a password',
          ),
        isSecret: false,
        valueIn: ({ url }) => url,
      },
      COURIER_KEY: {
        label: 'Key',
        about: 'is sent to COURIER_URL as the bearer token',
        rule: z.string().regex(/^[\w.~+/=-]{16,200}$/, 'must have at least 16 letters and digits'),
        isSecret: true,
        valueIn: ({ key }) => key,
      },
      COURIER_SECRET: {
        label: 'Signing secret',
        about: 'signs requests and webhooks of COURIER_URL; two by a comma while one is replaced',
        rule: z
          .string()
          .regex(/^[^\s,]{16,200}(\s*,\s*[^\s,]{16,200})?$/, 'must have at least 16 characters'),
        isSecret: true,
        valueIn: ({ secrets }) => secrets.join(),
      },
    },
    toKeys: ({ COURIER_URL = '', COURIER_KEY = '', COURIER_SECRET = '' }) => ({
      url: COURIER_URL.replace(/\/$/, ''),
      key: COURIER_KEY,
      secrets: listOfSecrets(COURIER_SECRET),
    }),
  },
  checkKeys: checkHttpKeys,
  create: (_services, keys) => httpCourierClient(keys),
})
