import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { applyChange } from '../orders/changes/apply-change.ts'
import { queueChangeEnded } from '../orders/messages/order-changed.ts'
import { lockOrder } from '../orders/model/lock-order.ts'
import { endChange, findWaitingChange } from '../orders/model/order-change.ts'
import { noChangeWaits } from '../orders/model/refusals.ts'
import type { ShippingServices } from '../orders/model/shipping-services.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentRow } from './order-payment.ts'

/**
 * The customer's word on a change of their order: accepts the new total of an order that is not paid, or keeps any order as it was. The
 * difference of a paid one is accepted by paying it. ADR 0036.
 * @throws 409 ORDER_STATE when this change waits no more, or is to be paid
 */
export const answerChange = (
  services: ShippingServices,
  orderId: number,
  { change_id, accepts }: { change_id: number; accepts: boolean },
): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const change = await findWaitingChange(tx, orderId)
    if (change?.id !== change_id || change.is_overdue) throw noChangeWaits()
    // The difference of a paid order is paid, not accepted.
    if (accepts && (change.gateway !== null || order?.payment_status !== 'pending')) throw noChangeWaits()
    if (accepts) await applyChange(tx, services, change)
    else await endChange(tx, orderId, 'declined')
  })

const NAME = 'expire-order-changes'

/**
 * Ends changes whose time is over: the order is as before, and its customer is notified. The gateway of an open payment is queried first, so
 * that a change that was just paid is made.
 */
export const expireChanges = (context: PaymentServices & { signal?: AbortSignal }) =>
  workThrough(context, { job: NAME, claim: claimOverdue, work: ({ order_id }) => expire(context, order_id) })

export const expireChangesJob = defineJob<PaymentServices>({
  name: NAME,
  schedule: { every: 60 },
  run: async (_, context) => void (await expireChanges(context)),
})

async function expire(services: PaymentServices, orderId: number) {
  for (const payment of await openPayments.all(services.db, orderId)) await askGateway(services, payment)
  await inTransaction(services.db, async (tx) => {
    await lockOrder(tx, orderId)
    const change = await findWaitingChange(tx, orderId)
    if (!change?.is_overdue) return
    await endChange(tx, orderId, 'expired')
    await queueChangeEnded(tx, services.config, orderId, change.id)
  })
}

const claimOverdue = claimStatement<{ id: number; order_id: number }>(
  NAME,
  `select c.id, c.order_id from order_changes c
  where c.status = 'waiting' and c.answer_by <= now() and ${isClaimable(NAME, 'c.id')}
  order by c.answer_by limit $1::integer for update of c skip locked`,
)

const openPayments = prepared<Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>>(
  'open payments of overdue change',
  `select id, gateway, gateway_payment_id, status from payments
  where order_id = $1::bigint and change_id is not null and status in ('created', 'requires_action', 'processing')`,
)
