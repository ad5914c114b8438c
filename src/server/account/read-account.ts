import type { Account } from '#contract/account.ts'
import type { Db } from '../http/context.ts'
import { signInFirst } from '../http/errors.ts'
import { countWishes } from '../wishlist/read-wishlist.ts'
import { readNewestLogs } from './read-access-logs.ts'

/**
 * The customer as the wire has it ($Account of decisions §2).
 * @param sessionId the session that asks, named in the log
 * @throws 401 when the customer is gone
 */
export async function readAccount(
  db: Db,
  customerId: number,
  sessionId: number | undefined,
): Promise<Account> {
  const row = await db
    .selectFrom('customers')
    .select((eb) => [
      'id',
      'first_name',
      'last_name',
      'email',
      'email_verified_at',
      'phone',
      'phone_verified_at',
      'created_at',
      'is_marketing_opted_in as marketing_opt_in',
      eb('password_hash', 'is not', null).as('has_password'),
      eb
        .selectFrom('orders')
        .select((orders) => orders.fn.countAll<number>().as('count'))
        .where('orders.customer_id', '=', customerId)
        .as('order_count'),
      countWishes(customerId).as('wishlist_count'),
    ])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw signInFirst()
  return {
    ...row,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    phone_verified_at: row.phone_verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    has_password: Boolean(row.has_password),
    wishlist_count: row.wishlist_count,
    order_count: row.order_count ?? 0,
    access_logs: await readNewestLogs(db, customerId, sessionId),
  }
}
