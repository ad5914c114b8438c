import { prepared } from '#server/platform/db/prepared.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { findGateway } from './find-gateway.ts'
import type { FailedRefund, PaymentServices } from './model/gateway.ts'

type RefundRequest = {
  paymentId: string
  amount: number
  reason: string
  /** No gateway has it: it is to be paid by hand. */
  isByHand?: boolean
}

/**
 * Reserves money for a refund in the payment's row, so that simultaneous refunds cannot exceed the captured
 * amount; a job carries it out after the commit.
 * @param amount minor units of the payment's currency.
 * @returns false, without a change, when less than this is left of the captured amount.
 */
export async function requestRefund(
  tx: Tx,
  { paymentId, amount, reason, isByHand = false }: RefundRequest,
): Promise<boolean> {
  const reserved = await reserve.first(tx, paymentId, amount, reason, isByHand ? 'by_hand' : 'due')
  if (!reserved) return false
  await enqueue(tx, carryOutRefundsJob, {}, { key: String(reserved.id) })
  return true
}

const reserve = prepared<{ id: number }>(
  'request refund',
  `with reserved as (
    update payments set refunded_amount = refunded_amount + $2::bigint, updated_at = now()
    where id = $1::text and $2::bigint > 0 and refunded_amount + $2::bigint <= captured_amount
    returning id
  )
  insert into payment_refunds (payment_id, amount, reason, status) select id, $2::bigint, $3::text, $4::text from reserved
  returning id`,
)

/**
 * Carries out the refunds that are due, each with its own idempotency key, so that retrying refunds nothing
 * twice. A failed one is retried at growing intervals. No error here is fatal.
 */
export async function carryOutRefunds(services: PaymentServices & { signal?: AbortSignal }) {
  while (!services.signal?.aborted) {
    const claimed = await claim.all(services.db)
    if (claimed.length === 0) return
    for (const refund of claimed) {
      try {
        await carryOut(services, refund)
      } catch (error) {
        services.log.warn({ err: error, refund: refund.id }, 'refund failed, will be tried again')
        await note.first(
          services.db,
          refund.id,
          (error instanceof Error ? error.message : String(error)).slice(0, 500),
        )
      }
    }
  }
}

/** Enqueued with each refund; the schedule retries failed ones. */
export const carryOutRefundsJob = defineJob<PaymentServices>({
  name: 'carry-out-refunds',
  schedule: { every: 60 },
  run: (_, context) => carryOutRefunds(context),
})

async function carryOut(services: PaymentServices, refund: DueRefund) {
  const gateway = findGateway(services, refund.gateway)
  if (!gateway?.isOnline || !refund.gateway_payment_id) {
    services.log.warn({ refund: refund.id }, 'refund has to be made by hand')
    return void (await finish.first(services.db, refund.id, 'by_hand', null))
  }
  const { gatewayRefundId } = await gateway.refund({
    key: `refund-${refund.id}`,
    id: refund.payment_id,
    gatewayPaymentId: refund.gateway_payment_id,
    amount: refund.amount,
  })
  // A proxy may have answered instead of the company: a refund counts only with the company's id.
  if (!gatewayRefundId) throw new Error('The gateway gave no refund')
  await finish.first(services.db, refund.id, 'done', gatewayRefundId)
}

type DueRefund = {
  id: number
  payment_id: string
  amount: number
  gateway: string
  gateway_payment_id: string | null
}

/** A claim clears the error of the attempt before: one without an error may be under way. It expires after a while, and then any process may claim the refund. The money of an exchange is at the payment that brought it. */
const claim = prepared<DueRefund>(
  'claim refunds',
  `update payment_refunds r set attempts = r.attempts + 1, last_error = null,
    next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(r.attempts, 10)))
  from payments p cross join lateral (
    with recursive origin as (
      select p.id, p.gateway, p.gateway_payment_id, p.source_id
      union all
      select s.id, s.gateway, s.gateway_payment_id, s.source_id from origin o join payments s on s.id = o.source_id
    )
    select id, gateway, gateway_payment_id from origin where source_id is null
  ) brought
  where p.id = r.payment_id and r.id in (
    select id from payment_refunds where status = 'due' and next_attempt_at <= now()
    order by next_attempt_at limit 20 for update skip locked
  )
  returning r.id, brought.id as payment_id, r.amount, brought.gateway, brought.gateway_payment_id`,
)

const finish = prepared(
  'finish refund',
  `update payment_refunds set status = $2::text, gateway_refund_id = $3::text, done_at = now(), last_error = null
  where id = $1::bigint and status = 'due'`,
)

/** Failures of as many attempts, which take seven minutes, are work for staff. */
const LASTING_ATTEMPTS = 4

/** SQL: the latest attempt of the refund x has failed, and none is under way. */
export const isFailedRefund = `x.status = 'due' and x.last_error is not null`
/** SQL: it has failed for minutes. */
export const isFailingRefund = `${isFailedRefund} and x.attempts >= ${LASTING_ATTEMPTS}`

/** A refund that the company had accepted has failed: it is due again, and staff decide. A second report changes nothing. */
export async function failRefund(tx: Tx, gateway: string, { key, gatewayRefundId, reason }: FailedRefund) {
  const [, number, ...paymentId] = key.split('-')
  const id = Number(number)
  if (Number.isSafeInteger(id))
    await fail.first(tx, id, gatewayRefundId, paymentId.join('-'), gateway, reason.slice(0, 500))
}

const fail = prepared(
  'fail refund',
  `update payment_refunds r set status = 'due', done_at = null, attempts = greatest(r.attempts, ${LASTING_ATTEMPTS}), last_error = $5::text,
    next_attempt_at = now() + interval '1 hour'
  where r.id = $1::bigint and r.gateway_refund_id = $2::text and r.status = 'done'
    and exists (select from payments p where p.id = $3::text and p.gateway = $4::text)`,
)

const note = prepared(
  'note refund error',
  'update payment_refunds set last_error = $2::text where id = $1::bigint',
)
