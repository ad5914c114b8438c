import type { Logger } from 'pino'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { accountDeletedMail } from './account-mails.ts'
import { personalData, pluginPersonalData } from './personal-data.ts'
import { readPerson } from './read-person.ts'
import { requireReauthentication } from './reauthenticate.ts'

/**
 * Erases the customer in one transaction: profile, carts, addresses, sessions and log. Orders stay
 * without personal fields, immediately or once delivered, and a last mail confirms the deletion. Decisions §6,
 * security §19.
 *
 * @throws 409 REAUTHENTICATE without a recent proof; 401 when the account no longer exists.
 */
export async function deleteAccount(
  db: Db,
  customerId: number,
  { visitor, look, plugins, log }: { visitor: Visitor; look: MailLook; plugins: PluginRegistry; log: Logger },
): Promise<void> {
  await requireReauthentication(db, visitor, customerId)
  await db.transaction().execute((tx) => eraseCustomer(tx, customerId, { look, plugins }))
  log.info({ customer: customerId }, 'account deleted')
}

/** The erasure itself, of a customer who requested it. @throws 401 when the customer no longer exists. */
export async function eraseCustomer(
  tx: Tx,
  customerId: number,
  { look, plugins }: { look: MailLook; plugins: PluginRegistry },
): Promise<void> {
  const person = await readPerson(tx, customerId, 'and hold it')
  const openOrders = await countOpenOrders(tx, customerId)
  for (const { erase } of [...pluginPersonalData(plugins), ...personalData]) await erase?.(tx, person)
  await plugins.runHooks(tx, 'customer.erased', { customer_id: customerId })
  await tx.deleteFrom('customers').where('id', '=', customerId).execute()
  // A guest has no account whose deletion would be confirmed.
  if (person.email === null || person.is_guest) return
  await tx
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'account_deleted',
      recipient: person.email,
      ...accountDeletedMail(look, openOrders),
    })
    .execute()
}

async function countOpenOrders(tx: Tx, customerId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending_payment', 'placed', 'packed', 'shipped', 'out_for_delivery'])
    .executeTakeFirstOrThrow()
  return count
}
