import { mistakeInGstin } from '#contract/rules/gstin.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

export type StoreFacts = { store_country: string; store_state: string; store_tax_no: string }
export const storeFactKeys = ['store_country', 'store_state', 'store_tax_no'] as const

type Place = { id: number; name: string; code: string; states: { name: string; code: string }[] }

/** The countries with their states, which the shop's own country and state are chosen from. */
export const readPlaces = (db: Db | Tx): Promise<Place[]> => places.all(db)

/**
 * What is wrong with the shop's country, state and tax number, by setting. An invoice compares the state with the buyer's,
 * so a misspelt one, or none beside a GSTIN, would put the wrong taxes on each.
 */
export function mistakesInStoreFacts(
  { store_country, store_state, store_tax_no }: StoreFacts,
  known: readonly Place[],
  channelCountry: number,
): Partial<Record<keyof StoreFacts, string>> {
  const country = store_country
    ? known.find(({ name }) => name === store_country)
    : known.find(({ id }) => id === channelCountry)
  if (!country) return { store_country: `Choose a country that the shop knows: ${listOf(known)}` }
  const state = country.states.find(({ name }) => name === store_state)
  if ((store_state || (country.code === 'IN' && store_tax_no)) && country.states.length > 0 && !state)
    return { store_state: `“${store_state || 'Not chosen'}” is not a state of ${country.name}. Choose one.` }
  const mistake = country.code === 'IN' && store_tax_no ? mistakeInGstin(store_tax_no, state) : undefined
  return mistake ? { store_tax_no: mistake } : {}
}

const listOf = (known: readonly Place[]) => known.map(({ name }) => name).join(', ')

type Property = { enum?: string[]; enumLabels?: Record<string, string>; maxLength?: number }

/** Turns the text fields of country and state into choices. A stored value that is not among them stays chosen, with a note. */
export function offerPlaces(
  schema: { properties?: Record<string, Property> },
  { store_country, store_state }: StoreFacts,
  known: readonly Place[],
): void {
  const { properties = {} } = schema
  const own = known.find(({ name }) => name === store_country)
  const first = [...known].sort((a, b) => Number(b === own) - Number(a === own))
  choose(properties.store_country, store_country, {
    labels: known.map(({ name }) => [name, name]),
    unknown: 'not a known country',
  })
  choose(properties.store_state, store_state, {
    labels: first.flatMap((place) =>
      place.states.map(({ name }) => [name, place === own ? name : `${name}, ${place.name}`] as const),
    ),
    unknown: `not a state of ${own?.name ?? 'a known country'}`,
  })
}

function choose(
  property: Property | undefined,
  stored: string,
  { labels, unknown }: { labels: readonly (readonly [name: string, label: string])[]; unknown: string },
) {
  // Without data of places the field stays a text.
  if (!property || labels.length === 0) return
  const names = labels.map(([name]) => name)
  const isUnknown = stored !== '' && !names.includes(stored)
  delete property.maxLength
  property.enum = [...new Set(['', ...names, ...(isUnknown ? [stored] : [])])]
  property.enumLabels = {
    // The country around comes first, and its names win.
    ...Object.fromEntries(labels.toReversed()),
    '': 'Not chosen',
    ...(isUnknown && { [stored]: `${stored} (${unknown})` }),
  }
}

const places = prepared<Place>(
  'places of the store',
  `select c.id, c.name, c.code,
    coalesce((select json_agg(json_build_object('name', s.name, 'code', s.code) order by s.name)
      from states s where s.country_id = c.id), '[]') as states
  from countries c order by c.name`,
)
