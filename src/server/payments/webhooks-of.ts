import type { GatewayKeys } from '../config/gateway-keys.ts'
import { razorpayEvents } from './razorpay/read-event.ts'
import { stripeEvents } from './stripe/read-event.ts'

/** What an operator enters at each payment company that is switched on: where it tells the shop, and of what. */
export const webhooksOf = ({ stripe, razorpay }: GatewayKeys) => [
  ...(stripe ? [{ name: 'Stripe', path: '/api/payments/webhook/stripe', events: stripeEvents }] : []),
  ...(razorpay ? [{ name: 'Razorpay', path: '/api/payments/webhook/razorpay', events: razorpayEvents }] : []),
]
