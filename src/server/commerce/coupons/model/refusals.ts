import { rejected } from '#server/platform/kernel/errors.ts'

/** @param message names the code and the reason: `coupon-messages.ts` */
export const couponInvalid = (message: string) => rejected('COUPON_INVALID', message)

/** @param message what happened to the coupon since it was applied */
export const couponLost = (message: string) =>
  rejected('COUPON_INVALID', `${message}. Please order again without it`)

/** With the orders that have it. */
export const couponInUse = (code: string, orders: { count: number; names: readonly string[] }) =>
  rejected(
    'IN_USE',
    `${code} was used for ${orders.names.join(', ')}${orders.count > orders.names.length ? ` and ${orders.count - orders.names.length} more` : ''}. Switch it off instead`,
    { data: orders },
  )
