import { formatMoney, money } from '#contract/money.ts'
import type { RefundTarget } from '#contract/refund.ts'
import type { AllowanceReason } from '#contract/rules/order-reasons.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { lockOrder } from './model/lock-order.ts'
import { nothingLeftToRefund, orderNotFound } from './model/refusals.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { payOutRefund } from './pay-refund.ts'
import { readRefundable } from './refundable.ts'

/** A refund without a return. `amount` in minor units of the order's currency; `note` is for the customer. */
export type Allowance = {
  amount: number
  reason: AllowanceReason
  note: string
  locale: string
  refund_to?: RefundTarget
}

/**
 * Gives money of a paid order back while the customer keeps the items: to store credit, through the gateway that holds it, otherwise by hand. The state
 * of the order stays. Its credit note is written with it, or once there is an invoice. Call `carryOutRefunds` afterwards. ADR 0036.
 * @throws 404; 409 NOT_REFUNDABLE when nothing was paid or nothing is left; 422 at amount for more than that, at refund_to as `payOutRefund`
 */
export const giveAllowance = (
  services: ShippingServices,
  orderId: number,
  { amount, reason, note, locale, refund_to = 'original' }: Allowance,
): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw orderNotFound()
    const left = await readRefundable(tx, orderId)
    if (left.amount === 0) throw nothingLeftToRefund()
    const most = reason === 'delivery' ? left.delivery : left.amount
    if (amount > most)
      throw invalid({ amount: [`must be at most ${formatMoney(money(most, order.currency), locale)}`] })
    const refund = await insert.first(tx, orderId, amount, reason, note, refund_to)
    if (!refund) throw new Error('The refund was not written')
    await payOutRefund(tx, services, { ...refund, order_id: orderId, amount, exchanged: 0, refund_to, note })
  })

const insert = prepared<{ id: number; refund_no: string }>(
  'insert allowance',
  `insert into refunds (order_id, amount, refund_to, kind, reason, note, status, refunded_at)
  values ($1::bigint, $2::bigint, $5::text, 'allowance', $3::text, $4::text, 'refunded', now()) returning id, refund_no`,
)
