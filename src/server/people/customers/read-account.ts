import type { Account } from '#contract/account.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import { readNewestLogs } from './read-access-logs.ts'

/**
 * The customer in wire format ($Account of decisions §2), with the fields of active plugins.
 * @param sessionId the session of the request, marked in the log
 * @throws 401 when the customer no longer exists
 */
export async function readAccount(
  { db, plugins }: Pick<Services, 'db' | 'plugins'>,
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
    ])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw signInFirst()
  const active = await plugins.active()
  const added = await Promise.all(active.map(({ plugin }) => plugin.readAccountFields?.(db, customerId)))
  return {
    ...Object.assign({}, ...added),
    ...row,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    phone_verified_at: row.phone_verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    has_password: Boolean(row.has_password),
    order_count: row.order_count ?? 0,
    access_logs: await readNewestLogs(db, customerId, sessionId),
  }
}
