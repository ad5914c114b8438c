import { bankTransfer } from './bank-transfer/descriptor.ts'
import { cod } from './cod/descriptor.ts'
import type { GatewayDescriptor } from './model/gateway-descriptor.ts'
import { razorpay } from './razorpay/descriptor.ts'
import { stripe } from './stripe/descriptor.ts'
import { testGateway } from './test-gateway/descriptor.ts'

/**
 * The payment gateways of the shop: the only list of them. A payment method whose code is not in it is never
 * offered.
 */
export const gateways: readonly GatewayDescriptor[] = [cod, bankTransfer, testGateway, stripe, razorpay]
