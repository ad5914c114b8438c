import type { PayoutDetails } from '#contract/refund.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { lockOrder } from './model/lock-order.ts'
import { detailsKnown } from './model/refusals.ts'
import { findOrder } from './read-order.ts'

/**
 * Stores where the customer wants money that no gateway returns. Once: a link that was forwarded must not redirect a refund;
 * staff correct it.
 * @param isByStaff replaces what is stored
 * @throws 409 NO_DETAILS_NEEDED when nothing is to be paid back by hand, or the details are known.
 */
export const savePayoutDetails = (
  db: Db,
  orderId: number,
  details: PayoutDetails,
  { isByStaff = false }: { isByStaff?: boolean } = {},
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    if (!order?.payout || (order.payout.is_known && !isByStaff)) throw detailsKnown()
    const { kind } = details
    const bank = details.kind === 'bank' ? details : { account_name: '', account_number: '', bank_code: '' }
    const upi = details.kind === 'upi' ? details.upi_id : ''
    await store.all(tx, orderId, kind, bank.account_name, bank.account_number, bank.bank_code, upi)
  })

const store = prepared(
  'store payout details',
  `insert into payout_details (order_id, kind, account_name, account_number, bank_code, upi_id)
  values ($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)
  on conflict (order_id) do update set kind = excluded.kind, account_name = excluded.account_name,
    account_number = excluded.account_number, bank_code = excluded.bank_code, upi_id = excluded.upi_id, entered_at = now()`,
)
