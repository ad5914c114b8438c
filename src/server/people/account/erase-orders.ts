import { isOrderOf } from '#server/commerce/buyers/order-sql.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Orders per statement. */
const BATCH_SIZE = 500

import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** Final states: the shop no longer needs the customer's contact. */
const finalStates = ['delivered', 'payment_failed', 'cancelled', 'refund_rejected', 'refunded']

/**
 * Detaches a customer's orders and erases the personal fields of those in a final state. The others keep them
 * until they reach one (`eraseLeftOrders`). Decisions §6 (account deletion), security §19.
 */
export async function leaveOrders(tx: Tx, customerId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ customer_id: null, guest_id: null, customer_left_at: new Date() })
    .where(isOrderOf('orders', customerId))
    .execute()
  await eraseLeftOrders(tx)
}

/**
 * Erases name, contact, address and free text from orders in a final state whose customer has left. Accounting
 * keeps goods, amounts, taxes, dates, and the state and country of the tax.
 */
export async function eraseLeftOrders(db: Db | Tx, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const { orders } = (await erase.first(db, finalStates, BATCH_SIZE)) ?? { orders: 0 }
    if (orders < BATCH_SIZE) return
  }
}

export const eraseLeftOrdersJob = defineJob({
  name: 'erase-left-orders',
  schedule: { every: 3_600 },
  run: (_, { db, signal }) => eraseLeftOrders(db, signal),
})

const withoutPerson = (column: string) =>
  `${column} || jsonb_build_object('first_name', 'Deleted', 'last_name', 'customer', 'phone', '', 'address_line_1', '',
    'address_line_2', '', 'city', '', 'postcode', '', 'tax_no', '')`

const erase = prepared<{ orders: number }>(
  'erase left orders',
  `with gone as (
    update orders set erased_at = now(), email = null, phone = null, instruction = null, messages_when_paid = null, custom = '{}',
      shipping_address = ${withoutPerson('shipping_address')}, billing_address = ${withoutPerson('billing_address')}
    where id in (
      select id from orders where customer_left_at is not null and erased_at is null and status = any($1::text[])
        -- What is owed cannot be paid without name and account.
        and not exists (select from owed_refunds w where w.order_id = orders.id and w.paid_at is null and not w.is_earlier)
        -- Nor by hand, if the gateway fails.
        and not exists (select from payments p join payment_refunds x on x.payment_id = p.id where p.order_id = orders.id and x.status = 'due')
      order by id limit $2::integer for update skip locked
    )
    returning id
  ),
  items as (
    update order_items i set customisation = null from gone where i.order_id = gone.id and i.customisation is not null
  ),
  ratings as (
    update order_ratings r set comment = '' from gone where r.order_id = gone.id
  ),
  returns as (
    update refund_items i set comment = '' from refunds r, gone where r.order_id = gone.id and i.refund_id = r.id
  ),
  cancellations as (
    update order_cancellations k set comment = '' from gone where k.order_id = gone.id
  ),
  payouts as (
    delete from payout_details d using gone where d.order_id = gone.id
  ),
  messages as (
    delete from outbox o using gone where o.order_id = gone.id
  )
  select count(*)::integer as orders from gone`,
)
