import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'

/** Kinds of messages that only advertise begin with it. */
export const MARKETING = 'marketing:'

/**
 * SQL: may message o of the outbox go out? What advertises may not to an address that has refused it, nor to a customer who has
 * not asked for it.
 */
export const isWelcome = `(not starts_with(o.kind, '${MARKETING}') or (
    not exists (select from mail_refusals f where f.email = lower(o.recipient))
    and not exists (
      select from customers u where lower(u.email) = lower(o.recipient) and u.is_marketing_opted_in is not true
    )
  ))`

/** An address wants no more advertising, whoever it belongs to; what its customer has chosen follows. Once is enough. */
export async function refuseMarketing(db: Db, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await refuse.all(tx, email)
    await follow.all(tx, email)
  })
}

const refuse = prepared(
  'refuse marketing',
  'insert into mail_refusals (email) values (lower($1::text)) on conflict (email) do nothing',
)

const follow = prepared(
  'customer refuses marketing',
  `update customers set is_marketing_opted_in = false, marketing_chosen_at = now()
  where lower(email) = lower($1::text) and is_marketing_opted_in is not false`,
)
