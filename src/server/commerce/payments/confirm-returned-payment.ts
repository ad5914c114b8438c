import { prepared } from '#server/platform/db/prepared.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { carryOutRefunds } from '../gateways/refunds.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentRow } from './order-payment.ts'

/**
 * Asks the gateway about a payment whose shopper has just returned, so that the first page they see shows the result.
 * A failure is only logged: the page asks again.
 *
 * @param gatewayPaymentId the gateway's own id of the payment; an unknown one is ignored.
 */
export async function confirmReturnedPayment(
  services: PaymentServices,
  gateway: string,
  gatewayPaymentId: string,
) {
  try {
    const payment = await byGatewayId.first(services.db, gateway, gatewayPaymentId)
    if (!payment) return
    await askGateway(services, payment)
    await carryOutRefunds(services)
  } catch (error) {
    services.log.warn({ err: error }, 'a returned payment could not be confirmed')
  }
}

const byGatewayId = prepared<Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>>(
  'payment by gateway id',
  `select id, gateway, gateway_payment_id, status from payments
  where gateway = $1::text and gateway_payment_id = $2::text`,
)
