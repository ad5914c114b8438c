import type { Address } from '#contract/cart.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { lockAddressBook, promoteNewest } from './default-address.ts'
import { readAddresses } from './read-addresses.ts'
import { addressNotFound } from './refusals.ts'

/**
 * Deletes a saved address and returns the rest; the newest of its type becomes the default if needed.
 * Decisions §5.
 * @throws 404 for an unknown address or another customer's
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
    if (!removed) throw addressNotFound()
    await promoteNewest(tx, customerId, removed.address_type)
    return readAddresses(tx, customerId)
  })
