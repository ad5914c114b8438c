import { sql } from 'kysely'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Batch size, so that other transactions do not wait long for the rows. */
const AT_ONCE = 1_000

/**
 * Deletes expired carts and ordered ones a day after their order, and clears contact and addresses of guests
 * after a day of inactivity (security §9). The cart of an order that waits for its payment is retained. Any
 * number of processes may run it.
 */
export async function deleteOldCarts(db: Db, signal?: AbortSignal): Promise<void> {
  for (const batch of [dropCarts, forgetGuests])
    while (!signal?.aborted) if (Number((await batch(db)).numAffectedRows) < AT_ONCE) break
}

export const deleteOldCartsJob = defineJob({
  name: 'delete-old-carts',
  schedule: { every: 3_600 },
  run: (_, { db, signal }) => deleteOldCarts(db, signal),
})

const isNotWaiting = sql`not exists (
  select from orders o where o.id = c.unpaid_order_id and o.status in ('pending_payment', 'payment_failed')
)`

const dropCarts = (db: Db) =>
  sql`
    delete from carts where id in (
      select c.id from carts c
      where ((c.status = 'open' and c.expires_at < now())
        or (c.status = 'ordered' and c.updated_at < now() - interval '24 hours')) and ${isNotWaiting}
      limit ${AT_ONCE} for update skip locked
    )`.execute(db)

/** Raises the version, because open pages show an outdated cart from now on. */
const forgetGuests = (db: Db) =>
  sql`
    with idle as (
      select c.id from carts c
      where c.customer_id is null and c.status = 'open' and c.updated_at < now() - interval '24 hours'
        and (c.phone is not null or c.email is not null or c.instruction is not null
          or exists (select from cart_addresses a where a.cart_id = c.id))
        and ${isNotWaiting}
      limit ${AT_ONCE} for update skip locked
    ),
    gone as (
      delete from cart_addresses a using idle where a.cart_id = idle.id
    )
    update carts c set phone = null, email = null, instruction = null, is_marketing_opted_in = false,
      is_billing_same = true, version = c.version + 1
    from idle where c.id = idle.id`.execute(db)
