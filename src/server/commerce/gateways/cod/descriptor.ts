import { defineGateway } from '#server/commerce/gateways/model/gateway-descriptor.ts'

/** Paid in cash on delivery. */
export const cod = defineGateway({
  code: 'cod',
  name: 'Cash on delivery',
  isOnline: false,
  create: () => ({ code: 'cod', isOnline: false }),
})
