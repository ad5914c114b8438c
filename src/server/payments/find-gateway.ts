import type { Gateway, OnlineGateway, PaymentServices } from './gateway.ts'
import { razorpayGateway } from './razorpay/gateway.ts'
import { stripeGateway } from './stripe/gateway.ts'
import { testGateway } from './test-gateway/gateway.ts'

/** The gateway that carries out a payment method; undefined when there is none, or not in this mode. */
export function findGateway(services: PaymentServices, code: string): Gateway | undefined {
  if (code === 'cod' || code === 'bank_transfer') return { code, isOnline: false }
  // It takes no money: a shop in earnest must not have it.
  if (code === 'test_gateway' && services.config.mode !== 'production') return testGateway(services)
  const { stripe, razorpay, storeUrl } = services.config
  if (code === 'stripe' && stripe) return stripeGateway(stripe, storeUrl)
  if (code === 'razorpay' && razorpay) return razorpayGateway(razorpay, storeUrl)
  return undefined
}

export function findOnlineGateway(services: PaymentServices, code: string): OnlineGateway | undefined {
  const gateway = findGateway(services, code)
  return gateway?.isOnline ? gateway : undefined
}
