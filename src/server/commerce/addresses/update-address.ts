import type { Address } from '#contract/cart.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { lockAddressBook, makeDefault, promoteNewest } from './default-address.ts'
import { requireAddress } from './read-addresses.ts'
import { type AddressType, type GivenAddress, requireWholeAddress } from './valid-address.ts'

export type AddressChanges = Partial<GivenAddress> & {
  address_type?: AddressType | undefined
  default?: boolean | undefined
}

/**
 * Changes a saved address; fields not given stay, except the state, which changes with its country. Decisions
 * §4 (address/update).
 * @throws 404 for an unknown address or another customer's; 422 by field
 */
export const updateAddress = (db: Db, customerId: number, id: number, changes: AddressChanges) =>
  db.transaction().execute(async (tx): Promise<Address> => {
    await lockAddressBook(tx, customerId)
    const before = await requireAddress(tx, customerId, id)
    const address = await requireWholeAddress(tx, changed(before, changes))
    const type = changes.address_type ?? before.address_type
    await tx
      .updateTable('addresses')
      .set({ ...address, address_type: type, ...(type === before.address_type ? {} : { is_default: false }) })
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .execute()
    if (changes.default) await makeDefault(tx, customerId, { id, type })
    for (const either of new Set([type, before.address_type])) await promoteNewest(tx, customerId, either)
    return requireAddress(tx, customerId, id)
  })

function changed(before: Address, changes: AddressChanges): GivenAddress {
  const { country_id = before.country_id, state_id, state_name } = changes
  const isElsewhere = country_id !== before.country_id || state_id !== undefined || state_name !== undefined
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return {
    ...before,
    ...given,
    country_id,
    ...(isElsewhere ? { state_id: state_id ?? null, state_name: state_name ?? '' } : {}),
  }
}
