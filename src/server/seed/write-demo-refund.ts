import { type Refund, refundStatuses } from '#contract/refund.ts'
import type { OrderState } from '#contract/rules/order-status.ts'
import type { Tx } from '../http/context.ts'
import type { DemoRefund } from './demo-orders.ts'

type Asked = DemoRefund & {
  order_id: number
  /** Minor units; what the lines are worth. */
  amount: number
  lines: readonly { id: number }[]
  story: readonly (readonly [status: OrderState, at: Date])[]
}

/** The refund of an order of the demo shop, where the order's story says that it stands. */
export async function writeDemoRefund(
  tx: Tx,
  { order_id, amount, lines, story, reason, comment, note = '' }: Asked,
) {
  const when = (status: OrderState) => story.find(([name]) => name === status)?.[1]
  const requested_at = when('refund_requested')
  const [status = ''] = story.at(-1) ?? []
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
  (refundStatuses as readonly string[]).includes(status)
