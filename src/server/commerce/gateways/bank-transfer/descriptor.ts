import { defineGateway } from '#server/commerce/gateways/model/gateway-descriptor.ts'

/** Paid by bank transfer; an operator confirms that the money has arrived (`order confirm-payment`). */
export const bankTransfer = defineGateway({
  code: 'bank_transfer',
  name: 'Bank transfer',
  isOnline: false,
  create: () => ({ code: 'bank_transfer', isOnline: false }),
})
