import type { Money } from '#contract/money.ts'
import type { Refund } from '#contract/refund.ts'
import { orderStatusLabel } from '#contract/rules/order-status.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { type LineBenefit, type LostBenefits, lostBenefits } from './model/lost-benefits.ts'

export type RefundRow = Omit<Refund, 'status_label' | 'amount' | 'exchange' | 'deducted'> & {
  amount: number
  changes: LineBenefit[]
  exchange: { order_no: string; amount: number } | null
}

/** SQL: the refunds of the order with this id, with the returned items of each. */
export const refundsSql = (orderId: string) => `coalesce((
      select json_agg(refund order by refund.requested_at) from (
        select r.refund_no, r.kind, r.status, r.amount,
          (
            select json_build_object('order_no', x.order_no, 'amount', r.exchanged) from orders x where x.id = r.exchange_order_id
          ) as exchange, r.refund_to, r.note, coalesce(r.benefit_changes, '[]') as changes, r.requested_at, r.refunded_at, r.withdrawn_at,
          (select n.credit_note_no from credit_notes n where n.refund_id = r.id) as credit_note_no,
          r.status = 'refund_approved' and exists (
            select from courier_bookings b where b.refund_id = r.id and b.status = 'booked' and b.has_label
          ) as has_return_label,
          coalesce((
            select json_agg(json_build_object('item_id', ri.order_item_id, 'quantity', i.quantity, 'reason', ri.reason,
              'comment', ri.comment, 'images', ri.images) order by ri.order_item_id)
            from refund_items ri join order_items i on i.id = ri.order_item_id
            where ri.refund_id = r.id
          ), '[]') as items
        from refunds r where r.order_id = ${orderId}
      ) refund
    ), '[]')`

/** A refund on the wire. */
export const toRefund = (
  { amount, changes, exchange, requested_at, refunded_at, withdrawn_at, items, ...row }: RefundRow,
  of: (amount: number) => Money,
): Refund => ({
  ...row,
  ...deductedOf(lostBenefits({ changes }), of),
  status_label: orderStatusLabel(row.status),
  amount: of(amount),
  exchange: exchange && { ...exchange, amount: of(exchange.amount) },
  requested_at: new Date(requested_at).toISOString(),
  refunded_at: refunded_at && new Date(refunded_at).toISOString(),
  withdrawn_at: withdrawn_at && new Date(withdrawn_at).toISOString(),
  items: items.map((item) => ({ ...item, images: item.images.map(mediaUrl) })),
})

const deductedOf = ({ named }: LostBenefits, of: (amount: number) => Money): Pick<Refund, 'deducted'> =>
  named.length > 0 ? { deducted: named.map(({ name, amount }) => ({ name, amount: of(amount) })) } : {}
