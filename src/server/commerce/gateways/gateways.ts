import { defineGateway, type GatewayDescriptor } from './model/gateway-descriptor.ts'
import { razorpay } from './razorpay/descriptor.ts'
import { stripe } from './stripe/descriptor.ts'
import { testGateway } from './test-gateway/descriptor.ts'

/** Paid in cash on delivery. */
const cod = defineGateway({
  code: 'cod',
  name: 'Cash on delivery',
  isOnline: false,
  create: () => ({ code: 'cod', isOnline: false }),
})

/** Paid by bank transfer; an operator confirms that the money has arrived (`order confirm-payment`). */
const bankTransfer = defineGateway({
  code: 'bank_transfer',
  name: 'Bank transfer',
  isOnline: false,
  create: () => ({ code: 'bank_transfer', isOnline: false }),
})

/**
 * The payment gateways of the shop: the only list of them. A payment method whose code is not in it is never
 * offered.
 */
export const gateways: readonly GatewayDescriptor[] = [cod, bankTransfer, testGateway, stripe, razorpay]
