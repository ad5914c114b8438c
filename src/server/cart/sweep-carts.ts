import { sql } from 'kysely'
import type { Db } from '../http/context.ts'

/** How many at once, so that nobody waits long for the rows. */
const AT_ONCE = 1_000

/**
 * Forgets what nobody comes back to: carts that have expired, ordered ones a day after their order, replies kept for a day under
 * a key (security §16), and of guests who have been away for a day their contact and addresses (security §9). What an order that
 * waits for its payment was made of stays. Meant to run every hour or so, in any number of processes.
 */
export async function sweepCarts(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
  await again(async () => Number((await dropCarts(db)).numAffectedRows))
  await again(async () => Number((await forgetGuests(db)).numAffectedRows))
}

async function again(work: () => Promise<number>) {
  while ((await work()) === AT_ONCE);
}

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

/** The version goes up: what a page that is still open shows is not what the cart is any more. */
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
