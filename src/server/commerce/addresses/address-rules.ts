import type { AddressCountry, AddressRule } from '#contract/rules/address.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

export type AddressRules = AddressCountry & { fields: AddressRule[] }

/** A country's address rules: its own fields, else the general ones; undefined for an unknown country. */
export const findAddressRules = (db: Db | Tx, countryId: number): Promise<AddressRules | undefined> =>
  rulesOfCountry.first(db, countryId)

const rulesOfCountry = prepared<AddressRules>(
  'address rules of country',
  `select country.mobile_code, country.mobile_number_length, country.postcode_pattern,
    coalesce((
      select json_agg(json_build_object('id', s.id, 'name', s.name)) from states s where s.country_id = country.id
    ), '[]') as states,
    coalesce((
      select json_agg(json_build_object('column_name', f.column_name, 'label', f.label, 'is_required', f.is_required,
        'max_length', f.max_length, 'pattern', f.pattern) order by f.sort_order, f.id)
      from address_fields f
      where f.country_id is not distinct from (
        select own.country_id from address_fields own where own.country_id = country.id limit 1
      )
    ), '[]') as fields
  from countries country where country.id = $1`,
)
