import { UNPAID_HOURS } from '#contract/rules/payment-methods.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { recordUnpaidCancellation } from '../orders/cancel-order.ts'
import { findExchange } from '../orders/model/exchange.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'

const NAME = 'cancel-abandoned-orders'

/** Cancels orders whose payment failed and that were not paid within a day, or the time of their payment link. */
export const cancelAbandonedOrders = (context: PaymentServices & { signal?: AbortSignal }) =>
  workThrough(context, {
    job: NAME,
    claim: claimAbandoned,
    atOnce: 4,
    work: ({ id }) =>
      retrySerialization(() =>
        context.db.transaction().execute(async (tx) => {
          const order = await lockOrder(tx, id)
          if (order?.status !== 'payment_failed') return
          // The value of an exchanged return goes back, with a message.
          if (await findExchange(tx, id))
            await recordUnpaidCancellation(tx, context.config, order, { reason: 'not_paid' })
          await cancelUnpaidOrder(tx, context.plugins, order, 'Never paid')
        }),
      ),
  })

export const cancelAbandonedOrdersJob = defineJob<PaymentServices>({
  name: NAME,
  schedule: { every: 60 },
  lanes: 2,
  run: async (_, context) => void (await cancelAbandonedOrders(context)),
})

const claimAbandoned = claimStatement<{ id: number }>(
  NAME,
  `select o.id from orders o
  where o.status = 'payment_failed' and o.placed_at <= now() - interval '${UNPAID_HOURS} hours'
    and (o.pay_by is null or o.pay_by <= now()) and ${isClaimable(NAME, 'o.id')}
  order by o.placed_at limit $1::integer for update of o skip locked`,
)
