import type { FastifyInstance } from 'fastify'
import { prepared } from '#server/db/prepared.ts'
import { askGateway } from '../ask-gateway.ts'
import type { PaymentServices } from '../gateway.ts'
import type { PaymentRow } from '../lock-payment.ts'
import { orderPages } from '../order-pages.ts'
import { carryOutRefunds } from '../refunds.ts'
import { RAZORPAY } from './gateway.ts'
import { isSignedWith } from './is-signed-with.ts'

const KB = 1_024

type Back = { Querystring: { order_id?: string; token?: string } }

/**
 * Where Razorpay posts the shopper back to, from its own site: no cookie comes with it and none is looked at (security §8). It only
 * leads on to the order's pages, which ask what became of the payment. A signature that is right is reason to ask at once, so
 * that the first page they see is the finished order.
 */
export function servePostedBack(app: FastifyInstance, services: PaymentServices) {
  const keys = services.config.razorpay
  if (!keys) return
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    routes.post<Back>(
      `/api/payments/return/${RAZORPAY}`,
      { bodyLimit: 16 * KB },
      async ({ query, body }, reply) => {
        const { order_id = '', token = '' } = query
        const pages = orderPages(Number(order_id) || 0, token, RAZORPAY)
        const form = body instanceof URLSearchParams ? body : new URLSearchParams()
        const gatewayOrder = form.get('razorpay_order_id') ?? ''
        const isOurs = isSignedWith(
          keys.keySecret,
          `${gatewayOrder}|${form.get('razorpay_payment_id') ?? ''}`,
          form.get('razorpay_signature') ?? '',
        )
        if (isOurs) await ask(gatewayOrder)
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('location', isOurs ? pages.complete : pages.failed)
          .send()
      },
    )
  })

  /** The pages ask again: whatever goes wrong here keeps nobody from them. */
  async function ask(gatewayOrder: string) {
    try {
      const payment = await byGatewayId.first(services.db, RAZORPAY, gatewayOrder)
      if (!payment) return
      await askGateway(services, payment)
      await carryOutRefunds(services)
    } catch (error) {
      services.log.warn({ err: error }, 'a payment could not be asked about on the way back')
    }
  }
}

const byGatewayId = prepared<Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>>(
  'payment by gateway id',
  `select id, gateway, gateway_payment_id, status from payments
  where gateway = $1::text and gateway_payment_id = $2::text`,
)
