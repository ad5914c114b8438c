import { randomBytes } from 'node:crypto'
import type { PaymentToStart } from '#server/commerce/gateways/model/gateway.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** The ledger of the test gateway; only the gateway reads it, because a company would keep it on its own servers. */
export type LedgerRow = {
  id: string
  reference: string
  order_no: string
  amount: number
  currency: string
  return_path: string
  cancel_path: string
  status: 'open' | 'processing' | 'captured' | 'declined' | 'cancelled' | 'timed_out'
  captures: number
  refunded: number
}

const columns = `id, reference, order_no, amount, currency, return_path, cancel_path, status, captures, refunded`

/** Opens a payment for a reference; a repeated call returns the same one. */
export async function openInLedger(db: Db, payment: PaymentToStart): Promise<LedgerRow> {
  const { id, orderNo, amount, currency, returnPath, cancelPath } = payment
  const own = `tg_${randomBytes(12).toString('base64url')}`
  await open.first(db, own, id, orderNo, amount, currency, returnPath, cancelPath)
  const row = await findInLedger(db, id)
  if (!row) throw new Error('The test gateway has lost a payment')
  return row
}

const open = prepared(
  'test gateway: open',
  `insert into test_gateway_payments (id, reference, order_no, amount, currency, return_path, cancel_path)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (reference) do nothing`,
)

/** By the merchant's reference. Captures a late payment first when it is due. */
export async function findInLedger(db: Db, reference: string): Promise<LedgerRow | undefined> {
  await captureLate.first(db, reference)
  return byReference.first(db, reference)
}

const byReference = prepared<LedgerRow>(
  'test gateway: read',
  `select ${columns} from test_gateway_payments where reference = $1`,
)

const captureLate = prepared(
  'test gateway: capture late',
  `update test_gateway_payments set status = 'captured', captures = captures + 1, captures_at = null
  where reference = $1 and status = 'processing' and captures_at <= now()`,
)

/** Captures the money, once. Also after a failure, because real gateways do so too. */
export const capture = (db: Db, reference: string) => take.first(db, reference)

const take = prepared<LedgerRow>(
  'test gateway: capture',
  `update test_gateway_payments set status = 'captured', captures = captures + 1, captures_at = null
  where reference = $1 and status <> 'captured' returning ${columns}`,
)

/** Captures the money after a delay and reports the payment as processing until then. */
export const captureAfter = (db: Db, reference: string, seconds: number) =>
  promise.first(db, reference, seconds)

const promise = prepared<LedgerRow>(
  'test gateway: capture after',
  `update test_gateway_payments set status = 'processing', captures_at = now() + make_interval(secs => $2::double precision)
  where reference = $1 and status <> 'captured' returning ${columns}`,
)

export const fail = (db: Db, reference: string, status: 'declined' | 'cancelled' | 'timed_out') =>
  markFailed.first(db, reference, status)

const markFailed = prepared<LedgerRow>(
  'test gateway: fail',
  `update test_gateway_payments set status = $2, captures_at = null
  where reference = $1 and status <> 'captured' returning ${columns}`,
)

/** Refunds money, once per key, and never more than was captured (a constraint checks that). */
export async function refundInLedger(
  db: Db,
  { key, reference, amount }: { key: string; reference: string; amount: number },
) {
  await insertRefund.first(db, key, reference, amount)
}

const insertRefund = prepared(
  'test gateway: refund',
  `with made as (
    insert into test_gateway_refunds (key, payment_id, amount)
    select $1, id, $3::bigint from test_gateway_payments where reference = $2 and status = 'captured'
    on conflict do nothing
    returning payment_id, amount
  )
  update test_gateway_payments p set refunded = refunded + made.amount from made where p.id = made.payment_id`,
)
