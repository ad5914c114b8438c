import type { FastifyInstance } from 'fastify'
import { possibleGateways } from '../gateways/find-gateway.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { orderPages } from '../orders/model/order-token.ts'
import { confirmReturnedPayment } from './confirm-returned-payment.ts'
import { serveWebhooks } from './webhook-route.ts'

/** The webhooks, and the gateways' own routes. */
export function serveGateways(app: FastifyInstance, services: PaymentServices) {
  serveWebhooks(app, services)
  for (const gateway of possibleGateways(services.config))
    gateway.serve?.(app, services, () => services.config.companyKeys?.[gateway.code], {
      confirmPayment: (gatewayPaymentId) => confirmReturnedPayment(services, gateway.code, gatewayPaymentId),
      pagesOf: (orderId, token) => orderPages(orderId, token, gateway.code),
    })
}
