import type { Tx } from '#server/platform/kernel/context.ts'
import { insertAddress } from './add-address.ts'
import { lockAddressBook } from './default-address.ts'
import { requireAddress } from './read-addresses.ts'
import { addressNotFound } from './refusals.ts'
import type { AddressType, ValidAddress } from './valid-address.ts'

type CheckoutAddress = ValidAddress & {
  address_type: AddressType
  address_id?: number | null | undefined
  isSaved: boolean
}

/**
 * Links a cart's address to the address book at checkout, and saves or updates it when requested.
 * @returns the saved address's id; null when the address is not saved
 * @throws 404 when it is not the customer's, 409 ADDRESS_BOOK_FULL
 */
export async function saveCheckoutAddress(
  tx: Tx,
  customerId: number | null,
  { address_id, isSaved, address_type, ...rest }: CheckoutAddress,
): Promise<number | null> {
  if (customerId === null) {
    if (address_id) throw addressNotFound()
    return null
  }
  const address = columnsOf(rest)
  if (!address_id) return isSaved ? insertAddress(tx, customerId, address, address_type) : null
  if (!isSaved) return (await requireAddress(tx, customerId, address_id)).id
  await lockAddressBook(tx, customerId)
  await requireAddress(tx, customerId, address_id)
  await tx
    .updateTable('addresses')
    .set(address)
    .where('id', '=', address_id)
    .where('customer_id', '=', customerId)
    .execute()
  return address_id
}

const columnsOf = (address: ValidAddress): ValidAddress => ({
  country_id: address.country_id,
  state_id: address.state_id,
  state_name: address.state_name,
  first_name: address.first_name,
  last_name: address.last_name,
  phone: address.phone,
  address_line_1: address.address_line_1,
  address_line_2: address.address_line_2,
  city: address.city,
  postcode: address.postcode,
  tax_no: address.tax_no,
})
