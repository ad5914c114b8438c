import { type Refund, refundStatuses } from '#contract/refund.ts'
import type { OrderState } from '#contract/rules/order-status.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { DemoRefund } from './demo-orders.ts'

type RefundInput = DemoRefund & {
  order_id: number
  /** Minor units; the value of the items. */
  amount: number
  lines: readonly { id: number }[]
  history: readonly (readonly [status: OrderState, at: Date])[]
}

/** Writes the refund of a demo order, in the state that the order's history gives. */
export async function writeDemoRefund(
  tx: Tx,
  { order_id, amount, lines, history, reason, comment, note = '' }: RefundInput,
) {
  const when = (status: OrderState) => history.find(([name]) => name === status)?.[1]
  const requested_at = when('refund_requested')
  const [status = ''] = history.at(-1) ?? []
  if (!requested_at || !isRefundState(status)) throw new Error('This order has no refund')
  const { id: refund_id } = await tx
    .insertInto('refunds')
    .values({
      order_id,
      status,
      refund_to: 'original',
      amount,
      note,
      requested_at,
      refunded_at: when('refunded') ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refund_items')
    .values(lines.map(({ id }) => ({ refund_id, order_item_id: id, reason, comment })))
    .execute()
}

const isRefundState = (status: string): status is Refund['status'] =>
  refundStatuses.some((one) => one === status)
