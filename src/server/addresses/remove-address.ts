import type { Address } from '#contract/cart.ts'
import type { Db } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { lockAddressBook, promoteNewest } from './default-address.ts'
import { readAddresses } from './read-addresses.ts'

/**
 * Forgets a saved address and returns what is left; the newest of its type becomes the default in its place. Decisions §5.
 * @throws 404 for an unknown one, and for somebody else's
 */
export const removeAddress = (db: Db, customerId: number, id: number) =>
  db.transaction().execute(async (tx): Promise<Address[]> => {
    await lockAddressBook(tx, customerId)
    const removed = await tx
      .deleteFrom('addresses')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .returning('address_type')
      .executeTakeFirst()
    if (!removed) throw notFound('This address is not in your address book')
    await promoteNewest(tx, customerId, removed.address_type)
    return readAddresses(tx, customerId)
  })
