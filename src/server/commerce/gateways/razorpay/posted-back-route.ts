import type { FastifyInstance } from 'fastify'
import type { PaymentServices } from '#server/commerce/gateways/model/gateway.ts'
import type { GatewayActions } from '#server/commerce/gateways/model/gateway-descriptor.ts'
import type { RazorpayKeys } from './client.ts'
import { RAZORPAY } from './gateway.ts'
import { isSignedWith } from './read-event.ts'

const KB = 1_024

type Back = { Querystring: { order_id?: string; token?: string } }

/**
 * Razorpay posts the shopper back here from its own site, so no cookie is sent or read (security §8). It
 * redirects to the order's pages, which check the payment. A valid signature starts that check at once, so
 * that the first page already shows the finished order.
 */
export function servePostedBack(
  app: FastifyInstance,
  _services: PaymentServices,
  readKeys: () => RazorpayKeys | undefined,
  { confirmPayment, pagesOf }: GatewayActions,
) {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    routes.post<Back>(
      `/api/payments/return/${RAZORPAY}`,
      { bodyLimit: 16 * KB, config: { whileLocked: true } },
      async ({ query, body }, reply) => {
        const { order_id = '', token = '' } = query
        const pages = pagesOf(Number(order_id) || 0, token)
        const form = body instanceof URLSearchParams ? body : new URLSearchParams()
        const gatewayOrder = form.get('razorpay_order_id') ?? ''
        const keys = readKeys()
        const isOurs =
          keys !== undefined &&
          isSignedWith(
            keys.keySecret,
            `${gatewayOrder}|${form.get('razorpay_payment_id') ?? ''}`,
            form.get('razorpay_signature') ?? '',
          )
        if (isOurs) await confirmPayment(gatewayOrder)
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('location', isOurs ? pages.complete : pages.failed)
          .send()
      },
    )
  })
}
