import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { PaymentServices } from '../gateways/model/gateway.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentRow } from './order-payment.ts'

const NAME = 'ask-due-payments'

/**
 * Asks the gateways about payments without a reported result: no webhook arrived, and the shopper did not
 * return. Security §17.
 */
export const askDuePayments = (context: PaymentServices & { signal?: AbortSignal }) =>
  workThrough(context, {
    job: NAME,
    claim: claimDue,
    // Most of the time is spent waiting for the gateway.
    atOnce: 8,
    work: (payment) => askGateway(context, payment),
  })

export const askDuePaymentsJob = defineJob<PaymentServices>({
  name: NAME,
  schedule: { every: 60 },
  lanes: 2,
  run: async (_, context) => void (await askDuePayments(context)),
})

const claimDue = claimStatement<Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>>(
  NAME,
  `select p.id, p.gateway, p.gateway_payment_id, p.status from payments p
  where p.ask_again_at <= now() and ${isClaimable(NAME, 'p.id')}
  order by p.ask_again_at limit $1::integer for update of p skip locked`,
)
