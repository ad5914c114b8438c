import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../http/context.ts'

/** States in which nobody has to find the customer any more. */
const through = ['delivered', 'payment_failed', 'cancelled', 'refund_rejected', 'refunded']

/**
 * Lets go of a customer's orders: they stay, nobody's, and those that are through lose their personal fields at once. The others
 * keep them until they have arrived (`eraseLeftOrders`). Decisions §6 (account deletion), security §19.
 */
export async function leaveOrders(tx: Tx, customerId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ customer_id: null, customer_left_at: new Date() })
    .where('customer_id', '=', customerId)
    .execute()
  await eraseLeftOrders(tx)
}

/**
 * Takes name, contact, address and personal words out of orders whose customer has gone, as soon as they are through. What stays is
 * what the books need: goods, amounts, taxes, dates, and the state and country that the tax was of. Meant to run every hour or so.
 */
export async function eraseLeftOrders(db: Db | Tx): Promise<void> {
  await erase.all(db, through)
}

const withoutPerson = (column: string) =>
  `${column} || jsonb_build_object('first_name', 'Deleted', 'last_name', 'customer', 'phone', '', 'address_line_1', '',
    'address_line_2', '', 'city', '', 'postcode', '')`

const erase = prepared(
  'erase left orders',
  `with gone as (
    update orders set erased_at = now(), email = null, phone = null, instruction = null, messages_when_paid = null,
      shipping_address = ${withoutPerson('shipping_address')}, billing_address = ${withoutPerson('billing_address')}
    where customer_left_at is not null and erased_at is null and status = any($1::text[])
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
  )
  delete from outbox o using gone where o.order_id = gone.id`,
)
