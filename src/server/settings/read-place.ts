import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostcodePlace } from '#contract/storefront.ts'
import type { Db } from '../http/context.ts'

/** Of the countries whose postcodes we know, by their codes. Made by `scripts/make-indian-places.ts`; ADR 0022. */
const files: Record<string, string> = { IN: 'indian-places.txt' }

/** City and state of a postcode, as far as they are known; what is not is null. A shop asks for few countries, often. */
export async function readPlace(db: Db, countryId: number, postcode: string): Promise<PostcodePlace> {
  const country = await db
    .selectFrom('countries')
    .select('code')
    .where('id', '=', countryId)
    .executeTakeFirst()
  const file = country && files[country.code]
  const place = file && placeOf(await placesIn(file), postcode.replace(/\s/g, ''))
  if (!place) return { city: null, state_id: null }
  const state = await db
    .selectFrom('states')
    .select('id')
    .where('country_id', '=', countryId)
    .where('code', '=', place.state)
    .executeTakeFirst()
  return { city: place.city, state_id: state?.id ?? null }
}

type Place = { state: string; city: string | null }

/** By what its postcodes begin with. */
type Places = ReadonlyMap<string, Place>

/** The longest beginning wins. */
function placeOf(places: Places, postcode: string): Place | undefined {
  for (let length = postcode.length; length > 0; length -= 1) {
    const place = places.get(postcode.slice(0, length))
    if (place) return place
  }
  return undefined
}

/** Read when first asked for: 125 KB. */
function placesIn(file: string): Promise<Places> {
  const known = read.get(file)
  if (known) return known
  const reading = readPlaces(file)
  read.set(file, reading)
  return reading
}

const read = new Map<string, Promise<Places>>()

async function readPlaces(file: string): Promise<Places> {
  const text = await readFile(join(import.meta.dirname, file), 'utf8')
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [beginning = '', state = '', ...city] = line.split(' ')
        return [beginning, { state, city: city.join(' ') || null }]
      }),
  )
}
