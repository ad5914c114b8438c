import type { Address } from '#contract/cart.ts'
import * as limits from '#contract/limits.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { lockAddressBook, makeDefault, promoteNewest } from './default-address.ts'
import { requireAddress } from './read-addresses.ts'
import { addressBookFull } from './refusals.ts'
import {
  type AddressType,
  type GivenAddress,
  requireWholeAddress,
  type ValidAddress,
} from './valid-address.ts'

export type NewAddress = GivenAddress & { address_type: AddressType; default?: boolean | undefined }

/**
 * Saves a customer's address; the first of its type becomes the default. Decisions §4 (address/add).
 * @throws 422 by field, 409 ADDRESS_BOOK_FULL
 */
export async function addAddress(db: Db, customerId: number, given: NewAddress): Promise<Address> {
  const address = await requireWholeAddress(db, given)
  return db.transaction().execute(async (tx) => {
    const id = await insertAddress(tx, customerId, address, given.address_type)
    if (given.default) await makeDefault(tx, customerId, { id, type: given.address_type })
    return requireAddress(tx, customerId, id)
  })
}

/**
 * Inserts the row within another write's transaction.
 * @returns its id
 * @throws 409 ADDRESS_BOOK_FULL
 */
export async function insertAddress(
  tx: Tx,
  customerId: number,
  { country_id, state_id, ...texts }: ValidAddress,
  type: AddressType,
): Promise<number> {
  await lockAddressBook(tx, customerId)
  const { count } = await tx
    .selectFrom('addresses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (count >= limits.maxAddresses) throw addressBookFull(limits.maxAddresses)
  const { id } = await tx
    .insertInto('addresses')
    .values({ customer_id: customerId, address_type: type, country_id, state_id, ...texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await promoteNewest(tx, customerId, type)
  return id
}
