import type { Tx } from '../http/context.ts'
import type { AddressType } from './valid-address.ts'

/** Other writes to this customer's address book wait until the transaction ends: what is counted or chosen stays so. */
export const lockAddressBook = (tx: Tx, customerId: number) =>
  tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()

/** One default a type: this address in place of any other. */
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

/** Where a type has addresses and no default, its newest is it. Decisions §5 (address book delete). */
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
