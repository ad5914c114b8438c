import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownValue } from '#contract/rules/own-value.ts'
import type { PostcodeLocation } from '#contract/storefront.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * Files by country code, for countries with known postcodes. Created by `scripts/make-indian-places.ts`; ADR
 * 0039.
 */
const files: Record<string, string> = { IN: 'indian-places.txt' }

/** City and state of a postcode; unknown parts are null. */
export async function readPostcodeLocation(
  db: Db,
  countryId: number,
  postcode: string,
): Promise<PostcodeLocation> {
  const country = await db
    .selectFrom('countries')
    .select('code')
    .where('id', '=', countryId)
    .executeTakeFirst()
  const file = country && ownValue(files, country.code)
  const area = file && longestMatch(await loadAreas(file), postcode.replace(/\s/g, ''))
  if (!area) return { city: null, state_id: null }
  const state = await db
    .selectFrom('states')
    .select('id')
    .where('country_id', '=', countryId)
    .where('code', '=', area.state)
    .executeTakeFirst()
  return { city: area.city, state_id: state?.id ?? null }
}

type PostcodeArea = { state: string; city: string | null }

/** By postcode prefix. */
type PostcodeAreas = ReadonlyMap<string, PostcodeArea>

/** The longest matching prefix wins. */
function longestMatch(areas: PostcodeAreas, postcode: string): PostcodeArea | undefined {
  for (let length = postcode.length; length > 0; length -= 1) {
    const area = areas.get(postcode.slice(0, length))
    if (area) return area
  }
  return undefined
}

/** Read on first use: 125 KB. */
function loadAreas(file: string): Promise<PostcodeAreas> {
  const known = loaded.get(file)
  if (known) return known
  const areas = parseAreas(file)
  loaded.set(file, areas)
  return areas
}

const loaded = new Map<string, Promise<PostcodeAreas>>()

async function parseAreas(file: string): Promise<PostcodeAreas> {
  const text = await readFile(join(import.meta.dirname, file), 'utf8')
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [prefix = '', state = '', ...city] = line.split(' ')
        return [prefix, { state, city: city.join(' ') || null }]
      }),
  )
}
