import { z } from 'zod'
import {
  BadEvent,
  type OnlineGateway,
  type PaymentFacts,
  type PaymentServices,
} from '#server/commerce/gateways/model/gateway.ts'
import { signatureProblem } from '#server/commerce/gateways/model/signed-body.ts'
import { type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import { findInLedger, type LedgerRow, openInLedger, refundInLedger } from './ledger.ts'

export const TEST_GATEWAY = 'test_gateway'
export const SIGNATURE_HEADER = 'x-test-gateway-signature'
/** Query parameter of its page when it is opened in a popup window, which it closes at the end. */
export const IN_WINDOW = 'window'

/**
 * A simulated payment company with a hosted page at `/test-gateway/{payment}`, for demo and tests; it takes
 * no money. It has its own ledger and communicates with the shop only by this interface and by signed
 * webhooks.
 */
export const testGateway = ({ db, config }: PaymentServices): OnlineGateway => ({
  code: TEST_GATEWAY,
  isOnline: true,

  async start(payment) {
    const { id, reference } = await openInLedger(db, payment)
    return {
      gatewayPaymentId: id,
      action: { type: 'popup', method: 'GET', url: `/test-gateway/${reference}?${IN_WINDOW}`, fields: {} },
    }
  },

  async read({ id }) {
    const row = await findInLedger(db, id)
    if (!row) throw new Error('The test gateway knows no such payment')
    return factsOf(row)
  },

  parseEvent(rawBody, headers) {
    const problem = signatureProblem(webhookSecrets(config), rawBody, String(headers[SIGNATURE_HEADER] ?? ''))
    if (problem) throw new BadEvent(`the signature is ${problem}`)
    return readNotice(rawBody)
  },

  async refund({ key, id, amount }) {
    await refundInLedger(db, { key, reference: id, amount })
    return { gatewayRefundId: `tgr_${key}` }
  },
})

/** The payment status that it reports to the shop. */
export const factsOf = (row: LedgerRow): PaymentFacts => ({
  gatewayPaymentId: row.id,
  reference: row.reference,
  orderNo: row.order_no,
  ...factsByStatus[row.status],
  amount: row.amount,
  currency: row.currency,
})

const factsByStatus: Record<LedgerRow['status'], Pick<PaymentFacts, 'status' | 'failure'>> = {
  open: { status: 'open', failure: null },
  processing: { status: 'processing', failure: null },
  captured: { status: 'paid', failure: null },
  declined: { status: 'failed', failure: 'declined' },
  cancelled: { status: 'failed', failure: 'cancelled' },
  timed_out: { status: 'failed', failure: 'timeout' },
}

/**
 * The accepted secrets, newest first. They are derived from the shop's own secrets, so there is nothing to
 * configure.
 */
export const webhookSecrets = ({
  tokenSecret,
  previousTokenSecrets = [],
}: SigningSecrets): [string, ...string[]] => {
  const secretOf = (secret: string) => signFor({ tokenSecret: secret }, 'test gateway webhook', 'webhook')
  return [secretOf(tokenSecret), ...previousTokenSecrets.map(secretOf)]
}

const Notice = z.object({
  id: z.string().min(1).max(200),
  payment: z.object({
    gatewayPaymentId: z.string(),
    reference: z.string(),
    orderNo: z.string(),
    status: z.enum(['open', 'processing', 'paid', 'failed']),
    failure: z.enum(['declined', 'cancelled', 'timeout']).nullable(),
    amount: z.int(),
    currency: z.string(),
  }),
})

function readNotice(rawBody: string) {
  try {
    return Notice.parse(JSON.parse(rawBody))
  } catch {
    throw new BadEvent('the body is no event')
  }
}
