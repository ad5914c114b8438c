/** Reasons for a cancellation, with their labels. */
export const cancelReasons = {
  changed_mind: 'I changed my mind',
  ordered_by_mistake: 'I ordered it by mistake',
  too_slow: 'It takes too long',
  found_cheaper: 'I found it cheaper elsewhere',
  wrong_details: 'The address or the payment is wrong',
  other: 'Something else',
} as const

/** Reasons of staff for a cancellation, with their labels. */
export const staffCancelReasons = {
  out_of_stock: 'Out of stock or damaged',
  customer_asked: 'The customer asked for it',
  not_paid: 'It was not paid',
  not_deliverable: 'We cannot deliver to this address',
  wrong_price: 'Wrong price or description',
  duplicate: 'Ordered twice',
  suspected_fraud: 'Suspected fraud',
  other: 'Something else',
} as const

/** Reasons for a return, with their labels. */
export const refundReasons = {
  damaged: 'It came damaged',
  wrong_item: 'It is not what I ordered',
  not_as_described: 'It is not as described',
  missing_parts: 'Something is missing',
  does_not_fit: 'It does not fit or suit',
  changed_mind: 'I changed my mind',
  other: 'Something else',
} as const

/** Reasons of staff for giving money back without a return, with their labels. */
export const allowanceReasons = {
  goodwill: 'Goodwill',
  late: 'Late delivery',
  damaged: 'Damaged or faulty; the customer keeps it',
  missing: 'Something was missing',
  price: 'Difference in price',
  delivery: 'Delivery charge',
  other: 'Something else',
} as const

export type AllowanceReason = keyof typeof allowanceReasons
export type CancelReason = keyof typeof cancelReasons
export type StaffCancelReason = keyof typeof staffCancelReasons
export type RefundReason = keyof typeof refundReasons

/** Causes of the shop: what such items earned for the rest of the order stays with it. */
export const reasonsOfShop: {
  cancel: readonly (CancelReason | StaffCancelReason)[]
  refund: readonly RefundReason[]
} = {
  cancel: ['out_of_stock', 'not_deliverable', 'wrong_price'],
  refund: ['damaged', 'wrong_item', 'not_as_described', 'missing_parts'],
}
