import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import { askGateway } from './ask-gateway.ts'
import { expirePayments, failOrder } from './cancel-unpaid-order.ts'
import { queueEndedLink } from './ended-link.ts'
import type { PaymentRow } from './order-payment.ts'

const NAME = 'expire-unpaid-orders'

/**
 * Ends the wait of orders that were not paid in time; their stock and coupon are released. The gateway of an
 * open payment is queried first, so that an order that was just paid stays. Decisions §3 (Stock), security
 * §17.
 */
export const expireUnpaidOrders = (context: PaymentServices & { signal?: AbortSignal }) =>
  workThrough(context, {
    job: NAME,
    claim: claimOverdue,
    atOnce: 4,
    work: ({ id }) => expireOrder(context, id),
  })

export const expireUnpaidOrdersJob = defineJob<PaymentServices>({
  name: NAME,
  schedule: { every: 60 },
  lanes: 2,
  run: async (_, context) => void (await expireUnpaidOrders(context)),
})

async function expireOrder(services: PaymentServices, id: number) {
  for (const payment of await openPayments.all(services.db, id)) await askGateway(services, payment)
  await retrySerialization(() =>
    services.db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, id)
      // Paid, failed or extended since it was selected.
      const overdue = await findOverdue.first(tx, id)
      if (order?.status !== 'pending_payment' || !overdue) return
      await expirePayments(tx, id)
      await failOrder(tx, order, 'Not paid in time')
      const { pay_by } = overdue
      if (pay_by) await queueEndedLink(tx, services.config, { id, is_quote: order.is_quote, pay_by })
    }),
  )
}

const claimOverdue = claimStatement<{ id: number }>(
  NAME,
  `select o.id from orders o
  where o.status = 'pending_payment' and o.held_until <= now() and ${isClaimable(NAME, 'o.id')}
  order by o.held_until limit $1::integer for update of o skip locked`,
)

const openPayments = prepared<Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>>(
  'open payments of overdue order',
  `select id, gateway, gateway_payment_id, status from payments
  where order_id = $1::bigint and status in ('created', 'requires_action', 'processing')`,
)

/** `pay_by`: the last day of its payment link, null without one. */
const findOverdue = prepared<{ pay_by: Date | null }>(
  'find overdue order',
  'select pay_by from orders where id = $1::bigint and held_until <= now()',
)
