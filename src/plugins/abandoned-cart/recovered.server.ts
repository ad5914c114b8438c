import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { mailKinds } from './send-mails.server.ts'

/**
 * Ends the mails about all carts of the person that placed an order, in its transaction, and takes back those that are not sent yet. The
 * order counts for the mails whose link was opened last, within the days of the configuration.
 */
export async function endForOrder(tx: Tx, orderId: number, windowDays: number): Promise<void> {
  const { rows } = await sql<{ id: number; email: string }>`
    select a.id, a.email from orders o join abandoned_carts a on a.id in (
      select id from abandoned_carts where cart_id = o.cart_id union
      select id from abandoned_carts where restored_cart_id = o.cart_id union
      select id from abandoned_carts where customer_id = o.customer_id union
      select id from abandoned_carts where email = lower(o.email) and email <> '')
    where o.id = ${orderId} order by a.id for update of a`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`
    update abandoned_carts set next_mail_at = null, state = 'ordered'
    where id = any(${ids}) and order_id is null and state in ('waiting', 'mailed', 'no_consent', 'unsubscribed')`.execute(
    tx,
  )
  await sql`
    update abandoned_carts set state = 'recovered', order_id = ${orderId} where id = (
      select id from abandoned_carts
      where id = any(${ids}) and order_id is null and opened_at > now() - make_interval(days => ${windowDays})
      order by opened_at desc, id desc limit 1
    ) and not exists (select from abandoned_carts where order_id = ${orderId})`.execute(tx)
  await sql`delete from outbox where channel = 'mail' and sent_at is null and given_up_at is null
    and kind = any(${mailKinds}) and lower(recipient) = any(${rows.map(({ email }) => email)})`.execute(tx)
}

/** Notes that the shopper came back by the link, and the cart that has the goods now. */
export const noteReturn = async (db: Db | Tx, id: number, cartId: number) =>
  void (await sql`update abandoned_carts set opened_at = now(), restored_cart_id = ${cartId} where id = ${id}`.execute(
    db,
  ))
