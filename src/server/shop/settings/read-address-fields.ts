import type { AddressField } from '#contract/storefront.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/**
 * The fields of a country's address form, in order; a country without its own fields uses the general ones.
 * The options of `state_id` are the ids of the country's states.
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
    options: isOfState(field) ? states : options,
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
