import { PayoutDetails } from '#contract/refund.ts'
import { decryptFor, encryptFor } from '#server/platform/config/encrypt-for.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { queuePayoutDetails } from './messages/payout-details.ts'
import { lockOrder } from './model/lock-order.ts'
import { detailsKnown } from './model/refusals.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { findOrder, payoutLabel } from './read-order.ts'

/**
 * Stores where the customer wants money that no gateway returns, and tells them. Once: a link that was forwarded must not redirect
 * a refund; staff correct it. ADR 0036, 0054.
 * @param isByStaff replaces what is stored
 * @throws 409 NO_DETAILS_NEEDED when nothing is to be paid back by hand, or the details are known.
 */
export const savePayoutDetails = (
  { db, config }: Pick<ShippingServices, 'db' | 'config'>,
  orderId: number,
  details: PayoutDetails,
  { isByStaff = false }: { isByStaff?: boolean } = {},
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    if (!order?.payout || (order.payout.is_known && !isByStaff)) throw detailsKnown()
    const change = await store(tx, config, orderId, details)
    const account = payoutLabel({ kind: details.kind, hint: hintOf(details) })
    await queuePayoutDetails(tx, config, { orderId, account, change, isChanged: order.payout.is_known })
  })

/** What pages show of an account. */
const hintOf = (details: PayoutDetails) =>
  details.kind === 'bank' ? details.account_number.slice(-4) : details.upi_id.replace(/^(.{2}).*@/, '$1…@')

/** @returns a number of this change */
async function store(tx: Tx, config: SigningSecrets, orderId: number, details: PayoutDetails) {
  const stored = await upsert.first(tx, orderId, details.kind, encrypted(config, details), hintOf(details))
  return stored?.change ?? 0
}

const encrypted = (config: SigningSecrets, details: PayoutDetails) =>
  encryptFor(config, 'payout details', JSON.stringify(details))

/** The account of an order, for staff; null without, or when no known secret decrypts it. */
export async function readPayoutDetails(
  { db, config }: { db: Db | Tx; config: SigningSecrets },
  orderId: number,
): Promise<PayoutDetails | null> {
  const row = await detailsOf.first(db, orderId)
  if (!row) return null
  if (row.encrypted === '') return plainOf(row)
  const text = decryptFor(config, 'payout details', row.encrypted)
  return text === undefined ? null : PayoutDetails.parse(JSON.parse(text))
}

/** Encrypts what the release before has stored. */
export const encryptPayoutDetails = ({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const row of await plainRows.all(tx)) {
      const details = plainOf(row)
      await encrypt.all(tx, row.order_id, encrypted(config, details), hintOf(details))
    }
  })

export const encryptPayoutDetailsJob = defineJob<Services>({
  name: 'encrypt-payout-details',
  schedule: { every: 300 },
  run: (_, services) => encryptPayoutDetails(services),
})

type Row = {
  order_id: number
  kind: PayoutDetails['kind']
  account_name: string
  account_number: string
  bank_code: string
  upi_id: string
  encrypted: string
}

const plainOf = ({ kind, account_name, account_number, bank_code, upi_id }: Row): PayoutDetails =>
  kind === 'upi' ? { kind, upi_id } : { kind, account_name, account_number, bank_code }

const columns = 'order_id, kind, account_name, account_number, bank_code, upi_id, encrypted'

const detailsOf = prepared<Row>(
  'payout details of order',
  `select ${columns} from payout_details where order_id = $1::bigint`,
)

const plainRows = prepared<Row>(
  'payout details to encrypt',
  `select ${columns} from payout_details where encrypted = '' order by order_id limit 500 for update`,
)

const encrypt = prepared(
  'encrypt payout details',
  `update payout_details set encrypted = $2::text, hint = $3::text, account_name = '', account_number = '', bank_code = '', upi_id = ''
  where order_id = $1::bigint`,
)

const upsert = prepared<{ change: number }>(
  'store payout details',
  `insert into payout_details (order_id, kind, encrypted, hint, entered_at)
  values ($1::bigint, $2::text, $3::text, $4::text, clock_timestamp())
  on conflict (order_id) do update set kind = excluded.kind, encrypted = excluded.encrypted, hint = excluded.hint,
    account_name = '', account_number = '', bank_code = '', upi_id = '', entered_at = excluded.entered_at
  returning floor(extract(epoch from entered_at) * 1000)::bigint as change`,
)
