import type { Tx } from '#server/platform/kernel/context.ts'
import type { AddressType } from './valid-address.ts'

/** Locks the customer's address book until the transaction ends, so that counts and defaults stay correct. */
export const lockAddressBook = (tx: Tx, customerId: number) =>
  tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()

/** Makes this address the only default of its type. */
export async function makeDefault(
  tx: Tx,
  customerId: number,
  { id, type }: { id: number; type: AddressType },
) {
  await tx
    .updateTable('addresses')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('address_type', '=', type)
    .where('is_default', '=', true)
    .execute()
  await tx
    .updateTable('addresses')
    .set({ is_default: true })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Makes the newest address of a type the default when the type has none. Decisions §5 (address book delete). */
export async function promoteNewest(tx: Tx, customerId: number, type: AddressType) {
  const newest = await tx
    .selectFrom('addresses')
    .select(['id', 'is_default'])
    .where('customer_id', '=', customerId)
    .where('address_type', '=', type)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest && !newest.is_default) await makeDefault(tx, customerId, { id: newest.id, type })
}
