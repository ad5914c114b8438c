import { setTimeout as sleep } from 'node:timers/promises'
import { prepared } from '#server/platform/db/prepared.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { mobileCodeOfOrder } from '#server/platform/notify/mobile-code-sql.ts'

/** Orders per transaction. */
const BATCH_SIZE = 500

/** SQL: the order `o` has a contact, and neither an account nor a guest yet. With `paid` the condition of the index `orders_without_guest`. */
const waits = `o.customer_id is null and o.guest_id is null and o.customer_left_at is null
  and (o.email <> '' or o.phone <> '')`
/** SQL: money came, online, by transfer or on delivery. */
const paid = `o.payment_status in ('paid', 'partially_refunded', 'refunded')`

/**
 * Assigns paid orders without an account to the guest of their e-mail address, or of their phone without one. Only the back
 * office reads it: a guest is found by no login, and gives a shopper no access to an order. ADR 0040.
 */
export async function linkGuestOrders(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const linked = await db.transaction().execute(async (tx) => {
      const due = await dueOrders.all(tx, BATCH_SIZE)
      await link(
        tx,
        due.map(({ id }) => id),
      )
      return due.length
    })
    if (linked < BATCH_SIZE) return
    // At most half of one connection's time, while the orders of years are assigned after an update.
    await sleep(performance.now() - startedAt, undefined, signal ? { signal } : {}).catch(() => {})
  }
}

/** The same for an order whose contact was proven by a code. Nothing happens to an order that has a customer. */
export async function linkProvenOrder(tx: Tx, id: number): Promise<void> {
  const order = await provenOrder.first(tx, id)
  if (order) await link(tx, [order.id])
}

export const linkGuestOrdersJob = defineJob({
  name: 'link-guest-orders',
  schedule: { every: 60 },
  run: (_, { db, signal }) => linkGuestOrders(db, signal),
})

async function link(tx: Tx, ids: number[]) {
  if (ids.length === 0) return
  await addGuests.all(tx, ids)
  // Another statement, which sees the guests that a transaction at the same time has committed.
  await assignOrders.all(tx, ids)
}

const dueOrders = prepared<{ id: number }>(
  'orders without guest',
  `select o.id from orders o where ${waits} and ${paid} order by o.id limit $1::integer for update skip locked`,
)

const provenOrder = prepared<{ id: number }>(
  'proven order without guest',
  `select o.id from orders o where o.id = $1::bigint and ${waits} for update`,
)

const contact = `nullif(lower(o.email), '') as email, nullif(o.phone, '') as phone, ${mobileCodeOfOrder('o.id')} as mobile_code`

/** In the order of the contacts, so that two batches wait for each other's rows in one direction. */
const addGuests = prepared(
  'add guests of orders',
  `insert into customers (is_guest, guest_email, guest_phone, mobile_code, first_name, last_name, created_at)
  select true, email, phone, mobile_code, first_name, last_name, placed_at from (
    select distinct on (email, case when email is null then mobile_code || phone end) ordered.* from (
      select o.id, o.placed_at, ${contact}, coalesce(o.shipping_address ->> 'first_name', '') as first_name,
        coalesce(o.shipping_address ->> 'last_name', '') as last_name
      from orders o where o.id = any($1::bigint[])
    ) ordered
    order by email, case when email is null then mobile_code || phone end, id
  ) people
  order by email, mobile_code, phone
  on conflict do nothing`,
)

const assignOrders = prepared(
  'assign orders to guests',
  `update orders set guest_id = c.id from (
    select o.id, ${contact} from orders o where o.id = any($1::bigint[])
  ) due, customers c
  where orders.id = due.id and (c.guest_email = due.email
    or (due.email is null and c.guest_email is null and c.guest_phone = due.phone and c.mobile_code = due.mobile_code))`,
)
