import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import { BadEvent, type OnlineGateway, type PaymentFacts, type PaymentServices } from '../gateway.ts'
import { signatureProblem } from '../signed-body.ts'
import { findInLedger, type LedgerRow, openInLedger, refundInLedger } from './ledger.ts'

export const TEST_GATEWAY = 'test_gateway'
export const SIGNATURE_HEADER = 'x-test-gateway-signature'
/** In its page's address: it may stand in a window of its own, which it closes when it is through. */
export const IN_WINDOW = 'window'

/**
 * A payment company that takes no money, with a hosted page of its own at `/test-gateway/{payment}`: what the demo and the
 * tests pay with. It keeps its own books and speaks to the shop only as any company would: by this interface and by signed
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

/** What it tells the shop of a payment. */
export const factsOf = (row: LedgerRow): PaymentFacts => ({
  gatewayPaymentId: row.id,
  reference: row.reference,
  orderNo: row.order_no,
  ...standings[row.status],
  amount: row.amount,
  currency: row.currency,
})

const standings: Record<LedgerRow['status'], Pick<PaymentFacts, 'status' | 'failure'>> = {
  open: { status: 'open', failure: null },
  processing: { status: 'processing', failure: null },
  captured: { status: 'paid', failure: null },
  declined: { status: 'failed', failure: 'declined' },
  cancelled: { status: 'failed', failure: 'cancelled' },
  timed_out: { status: 'failed', failure: 'timeout' },
}

/** Those that are believed, the newest first. Nobody has to set it: it is made of the shop's own secret. */
export const webhookSecrets = ({ tokenSecret }: Pick<Config, 'tokenSecret'>): [string, ...string[]] => [
  createHmac('sha256', tokenSecret).update('test gateway webhook').digest('base64url'),
]

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
