import type { Country } from '#contract/storefront.ts'
import type { Db } from '../http/context.ts'

/** All countries with their states, both by name. */
export async function readCountries(db: Db): Promise<Country[]> {
  const [countries, states] = await Promise.all([
    db.selectFrom('countries').selectAll().orderBy('name').execute(),
    db.selectFrom('states').selectAll().orderBy('name').execute(),
  ])
  return countries.map((country) => ({
    ...country,
    states: states
      .filter(({ country_id }) => country_id === country.id)
      .map(({ id, name, code }) => ({ id, name, code })),
  }))
}
