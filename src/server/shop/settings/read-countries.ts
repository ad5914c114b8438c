import type { Country } from '#contract/storefront.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * All countries with their states, sorted by name. Each state has the postcode prefixes of the delivery areas,
 * so that a form can fill in the state.
 */
export async function readCountries(db: Db): Promise<Country[]> {
  const [countries, states, areas] = await Promise.all([
    db.selectFrom('countries').selectAll().orderBy('name').execute(),
    db.selectFrom('states').selectAll().orderBy('name').execute(),
    db.selectFrom('pincodes').select(['state_id', 'prefix']).orderBy('prefix').execute(),
  ])
  return countries.map((country) => ({
    ...country,
    states: states
      .filter(({ country_id }) => country_id === country.id)
      .map(({ id, name, code }) => ({
        id,
        name,
        code,
        postcode_prefixes: areas.filter(({ state_id }) => state_id === id).map(({ prefix }) => prefix),
      })),
  }))
}
