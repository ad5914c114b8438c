import type { CallContext, Tx } from '../http/context.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { goodbyeMail } from './account-mails.ts'
import { personalData } from './personal-data.ts'
import { readPerson } from './read-person.ts'
import { requireProof } from './reauthenticate.ts'

/**
 * Erases the customer in one transaction: profile, carts, addresses, wishlist, sessions and log go; orders stay without personal
 * fields, at once or as soon as they have arrived. The address gets a last mail. Decisions §6, security §19.
 *
 * @throws 409 REAUTHENTICATE without a recent proof; 401 when the account is gone already.
 */
export async function deleteAccount(call: CallContext, customerId: number): Promise<void> {
  const { db, visitor, log } = call
  await requireProof(db, visitor, customerId)
  const look = await rememberedMailLook(call)
  await db.transaction().execute(async (tx) => {
    const person = await readPerson(tx, customerId, 'and hold it')
    const openOrders = await countOpenOrders(tx, customerId)
    for (const { erase } of personalData) await erase?.(tx, person)
    await tx.deleteFrom('customers').where('id', '=', customerId).execute()
    if (person.email === null) return
    await tx
      .insertInto('outbox')
      .values({
        channel: 'mail',
        kind: 'account_deleted',
        recipient: person.email,
        ...goodbyeMail(look, openOrders),
      })
      .execute()
  })
  log.info({ customer: customerId }, 'account deleted')
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
