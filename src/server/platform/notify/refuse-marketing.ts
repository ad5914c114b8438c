import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../kernel/context.ts'

/** Prefix of marketing message kinds. */
export const MARKETING = 'marketing:'

/**
 * The same for mails that need no consent where their law knows a soft opt-in: to people who left their address while they were buying
 * and did not object. ADR 0041.
 */
export const SOFT_OPT_IN = `${MARKETING}soft:`

/**
 * SQL: whether message o of the outbox may be sent. Marketing mail may not go to an address that unsubscribed,
 * nor to a customer without opt-in; with a soft opt-in not to a customer who opted out.
 */
export const isSubscribed = `(not starts_with(o.kind, '${MARKETING}') or (
    not exists (select from mail_refusals f where f.email = lower(o.recipient))
    and not exists (
      select from customers u where lower(u.email) = lower(o.recipient) and u.is_marketing_opted_in is not true
        and not (starts_with(o.kind, '${SOFT_OPT_IN}') and u.is_marketing_opted_in is null)
    )
  ))`

/** Unsubscribes an address from marketing and updates its customer's preference. Idempotent. */
export async function refuseMarketing(db: Db, email: string): Promise<void> {
  await db.transaction().execute((tx) => refuseMarketingIn(tx, email))
}

/** The same in the caller's transaction. */
export async function refuseMarketingIn(tx: Tx, email: string): Promise<void> {
  await refuse.all(tx, email)
  await optCustomerOut.all(tx, email)
}

const refuse = prepared(
  'refuse marketing',
  `insert into mail_refusals (email) values (lower($1::text))
  on conflict (email) do update set refused_at = now()`,
)

const optCustomerOut = prepared(
  'refuse marketing of customer',
  `update customers set is_marketing_opted_in = false, marketing_chosen_at = now()
  where lower(email) = lower($1::text) and is_marketing_opted_in is not false`,
)
