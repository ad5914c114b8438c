import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** The amounts of an order, and of its delivery, that may still be refunded. Minor units. */
export type Refundable = {
  amount: number
  /** A return that is not decided or paid has its amount reserved. */
  isReserved: boolean
  /** Of the delivery, with its tax. */
  delivery: number
}

/**
 * The money that an order has brought and the shop still holds: of an online payment the captured amount, otherwise the total, less
 * what went back, was cancelled, or is reserved by a return. Nothing for an order that is not paid. ADR 0036.
 */
export async function readRefundable(db: Db | Tx, orderId: number): Promise<Refundable> {
  const { amount = 0, is_reserved = false, delivery = 0 } = (await refundableOf.first(db, orderId)) ?? {}
  return { amount, isReserved: is_reserved, delivery: Math.min(delivery, amount) }
}

const refundableOf = prepared<{ amount: number; is_reserved: boolean; delivery: number }>(
  'read refundable amount',
  `select greatest(0, case
      when o.status = 'cancelled' or o.payment_status = 'refunded' then 0
      when p.is_online then p.held + r.exchanged
      when o.payment_status in ('paid', 'partially_refunded')
        or o.status in ('delivered', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')
        then o.grand_total - r.paid
      else 0 end - r.reserved)::bigint as amount,
    r.reserved > 0 as is_reserved,
    greatest(0, o.shipping_total + case when o.is_tax_included then 0 else o.shipping_tax end - r.delivery)::bigint as delivery
  from orders o
  cross join lateral (
    select bool_or(p.change_id is null and p.gateway <> 'exchange') as is_online, sum(p.captured_amount - p.refunded_amount) as held
    from payments p where p.order_id = o.id and p.status = 'paid'
  ) p
  cross join lateral (
    select coalesce(sum(r.amount) filter (where r.status = 'refunded'), 0) as paid,
      coalesce(sum(r.exchanged) filter (where r.status in ('refund_requested', 'refund_approved', 'returned')), 0) as exchanged,
      coalesce(sum(r.amount) filter (where r.status in ('refund_requested', 'refund_approved', 'returned')), 0) as reserved,
      coalesce(sum(r.amount) filter (where r.kind = 'allowance' and r.reason = 'delivery'), 0) as delivery
    from refunds r where r.order_id = o.id
  ) r
  where o.id = $1::bigint`,
)
