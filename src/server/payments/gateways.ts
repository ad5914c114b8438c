/**
 * The payment methods this shop can carry out, by code. A row of `payment_methods` whose code is not here is never offered.
 * Who carries them out: `find-gateway.ts`; which of them are paid first: the contract's rules.
 */
export const availableGateways: readonly string[] = [
  'cod',
  'bank_transfer',
  'test_gateway',
  'stripe',
  'razorpay',
]
