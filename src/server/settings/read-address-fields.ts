import type { AddressField } from '#contract/storefront.ts'
import type { Db, Tx } from '../http/context.ts'

/**
 * What an address form asks for in a country, in its order; a country without fields of its own has the general ones.
 * The options of `state_id` are the country's states, by their ids.
 */
export async function readAddressFields(db: Db | Tx, countryId: number | undefined): Promise<AddressField[]> {
  const rows = await db
    .selectFrom('address_fields')
    .selectAll()
    .where((eb) => eb.or([eb('country_id', 'is', null), eb('country_id', '=', countryId ?? null)]))
    .orderBy('sort_order')
    .execute()
  const own = rows.filter(({ country_id }) => country_id !== null)
  const fields = own.length > 0 ? own : rows
  const states = fields.some(isOfState) && countryId ? await readStateOptions(db, countryId) : []
  return fields.map(({ id: _id, country_id: _country, options, ...field }) => ({
    ...field,
    options: isOfState(field) ? states : (options as AddressField['options']),
  }))
}

const isOfState = ({ column_name }: { column_name: string }) => column_name === 'state_id'

async function readStateOptions(db: Db | Tx, countryId: number) {
  const states = await db
    .selectFrom('states')
    .select(['id', 'name'])
    .where('country_id', '=', countryId)
    .orderBy('name')
    .execute()
  return states.map(({ id, name }) => ({ value: String(id), label: name }))
}
