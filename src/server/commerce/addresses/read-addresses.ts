import type { Address } from '#contract/cart.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { addressNotFound } from './refusals.ts'

/** The customer's address book: defaults first, shipping before billing, then the newest. Decisions §4 (address/all). */
export const readAddresses = (db: Db | Tx, customerId: number): Promise<Address[]> =>
  addresses.all(db, customerId, null)

/** @throws 404 when the customer has no such address. */
export async function requireAddress(db: Db | Tx, customerId: number, id: number): Promise<Address> {
  const address = await addresses.first(db, customerId, id)
  if (!address) throw addressNotFound()
  return address
}

const addresses = prepared<Address & { address_id: number }>(
  'saved addresses',
  `select a.id, a.id as address_id, a.is_default as default, a.country_id as country, a.state_id as state,
    a.country_id, a.state_id, country.name as country_name, a.state_name, a.address_type, a.first_name, a.last_name,
    a.phone, a.address_line_1, a.address_line_2, a.city, a.postcode, a.tax_no, country.mobile_code
  from addresses a join countries country on country.id = a.country_id
  where a.customer_id = $1::bigint and ($2::bigint is null or a.id = $2::bigint)
  order by a.is_default desc, a.address_type desc, a.id desc`,
)
