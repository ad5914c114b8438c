import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { queuePaidBack } from './messages/paid-back.ts'
import { lockOrder } from './model/lock-order.ts'
import { notOwed } from './model/refusals.ts'
import type { ShippingServices } from './model/shipping-services.ts'

/**
 * Records what an order owes its customer and no gateway can pay back, once for each cancellation, return, allowance and
 * surplus payment. ADR 0036.
 * @param orderId null: of all orders
 */
export const recordOwedRefunds = (db: Db | Tx, orderId: number | null): Promise<{ id: number }[]> =>
  record.all(db, orderId)

const record = prepared<{ id: number }>(
  'record owed refunds',
  `insert into owed_refunds (order_id, reason, amount, cancellation_id, refund_id, payment_refund_id)
  select k.order_id, 'cancelled', k.owed, k.id, null::bigint, null::bigint from order_cancellations k
  where k.owed > 0 and ($1::bigint is null or k.order_id = $1::bigint)
    and not exists (select from owed_refunds w where w.cancellation_id = k.id)
  union all
  select r.order_id, case r.kind when 'allowance' then 'allowance' else 'returned' end, coalesce(r.by_hand_amount, r.amount), null, r.id, null
  from refunds r
  where r.is_by_hand and r.status = 'refunded' and ($1::bigint is null or r.order_id = $1::bigint)
    and not exists (select from owed_refunds w where w.refund_id = r.id)
    and not exists (select from payments p where p.order_id = r.order_id and p.status = 'paid' and p.change_id is null
      and p.gateway <> 'exchange')
  union all
  select p.order_id, case when p.status = 'surplus' then 'surplus' when x.reason = 'cancelled' then 'cancelled' else 'returned' end,
    x.amount, null, null, x.id
  from payment_refunds x join payments p on p.id = x.payment_id
  where x.status = 'by_hand' and ($1::bigint is null or p.order_id = $1::bigint)
    and not exists (select from owed_refunds w where w.payment_refund_id = x.id)
  on conflict do nothing
  returning id`,
)

export const markRefundByHand = prepared(
  'mark refund by hand',
  'update refunds set is_by_hand = true, by_hand_amount = $2::bigint where id = $1::bigint',
)

/** Finds what a gateway that is gone, or the release before, has left to be paid by hand. */
export const recordOwedRefundsJob = defineJob({
  name: 'record-owed-refunds',
  schedule: { every: 300 },
  run: async (_, { db }) => void (await recordOwedRefunds(db, null)),
})

export type PayBack = {
  owed_id: number
  /** `2026-11-24`, in the shop's time zone. */
  paid_on: string
  reference: string
  /** Who recorded it. */
  paid_by: string
}

/**
 * Records that owed money was paid, once, and tells the customer. The payment details are deleted with the last one.
 * @throws 404; 409 ORDER_STATE when it is paid already or of another order; 422 at paid_on.
 */
export const payBack = (services: ShippingServices, orderId: number, payment: PayBack): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const locale = (await localeOf.first(tx, orderId))?.locale ?? 'en'
    if (payment.paid_on > dayIn(new Date(), timeZoneOf(locale)))
      throw invalid({ paid_on: ['must not be in the future'] })
    const paid = await pay.first(
      tx,
      payment.owed_id,
      orderId,
      payment.paid_on,
      payment.reference.trim(),
      payment.paid_by,
    )
    if (!order || !paid) throw notOwed()
    const { is_open } = (await openOf.first(tx, orderId)) ?? { is_open: false }
    if (paid.reason !== 'surplus') await markRefunded.all(tx, orderId)
    if (!is_open) await forgetDetails.all(tx, orderId)
    // The customer knows of a payment from before the shop recorded such debts.
    if (!paid.is_paid_before)
      await queuePaidBack(tx, services.config, { orderId, ...payment, amount: paid.amount })
  })

const localeOf = prepared<{ locale: string }>(
  'locale of order',
  'select c.locale from orders o join channels c on c.id = o.channel_id where o.id = $1::bigint',
)

const pay = prepared<{ amount: number; reason: string; is_paid_before: boolean }>(
  'pay back owed refund',
  `update owed_refunds set paid_at = now(), paid_on = $3::date, reference = $4::text, paid_by = $5::text
  where id = $1::bigint and order_id = $2::bigint and paid_at is null returning amount, reason,
    is_earlier and paid_on < created_at::date as is_paid_before`,
)

const openOf = prepared<{ is_open: boolean }>(
  'owed refunds are open',
  'select exists (select from owed_refunds where order_id = $1::bigint and paid_at is null) as is_open',
)

/** The whole order, once nothing is open and the shop keeps none of its money. */
const markRefunded = prepared(
  'mark order paid back',
  `update orders o set payment_status = case
    when exists (select from owed_refunds w where w.order_id = o.id and w.paid_at is null) then 'partially_refunded'
    when o.status = 'cancelled' then 'refunded'
    when o.grand_total <= (
      select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status = 'refunded'
    ) then 'refunded'
    else 'partially_refunded' end
  where o.id = $1::bigint`,
)

const forgetDetails = prepared(
  'forget payout details',
  'delete from payout_details where order_id = $1::bigint',
)
