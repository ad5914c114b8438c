import { sql } from 'kysely'
import { ownValue } from '#contract/rules/own-value.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { prefixesOfRange } from '../postcode-prefixes.ts'

/** A line of the file, as text: `pincode` is one pincode, a prefix (`560`) or a range (`560001-560099`). */
export type PincodeLine = Readonly<Record<string, string | undefined>>

type Area = {
  prefix: string
  region: string
  state_id: number | null
  min_days: number
  max_days: number
  is_cod_available: boolean
  is_serviceable: boolean
}

/** Of all lines together; a range of any two pincodes has at most 91 prefixes. */
const MAX_AREAS = 200_000
const AT_ONCE = 5_000

/**
 * Adds or replaces the delivery areas of a country, all lines or none. Product pages, cart and checkout use these
 * areas; where several match a postcode, the longest prefix wins.
 *
 * @param removesOthers deletes the areas of the country that the file does not name.
 * @returns the number of areas; a range counts as its prefixes.
 * @throws 422 with the problems by index of the line; 422 at `country` for an unknown one.
 */
export async function importPincodes(
  db: Db | Tx,
  { country, removesOthers }: { country: string; removesOthers: boolean },
  lines: readonly PincodeLine[],
): Promise<number> {
  const found = await db
    .selectFrom('countries')
    .select(['id', 'postcode_pattern'])
    .where('code', '=', country)
    .executeTakeFirst()
  if (!found) throw invalid({ country: [`${country} is not a country of the shop`] })
  const states = await db
    .selectFrom('states')
    .select(['id', 'name', 'code'])
    .where('country_id', '=', found.id)
    .execute()
  const areas = parseLines(lines, { states, postcode_pattern: found.postcode_pattern })
  await inTransaction(db, async (tx) => {
    if (removesOthers) await tx.deleteFrom('pincodes').where('country_id', '=', found.id).execute()
    for (let at = 0; at < areas.length; at += AT_ONCE) {
      await tx
        .insertInto('pincodes')
        .values(areas.slice(at, at + AT_ONCE).map((area) => ({ country_id: found.id, ...area })))
        .onConflict((conflict) =>
          conflict.columns(['country_id', 'prefix']).doUpdateSet({
            region: sql`excluded.region`,
            state_id: sql`excluded.state_id`,
            min_days: sql`excluded.min_days`,
            max_days: sql`excluded.max_days`,
            is_cod_available: sql`excluded.is_cod_available`,
            is_serviceable: sql`excluded.is_serviceable`,
          }),
        )
        .execute()
    }
    await noteChange(tx, ['storefront', 'settings'])
  })
  return areas.length
}

type Country = {
  states: readonly { id: number; name: string; code: string }[]
  postcode_pattern: string
}

/** @throws 422 with every problem by the index of its line. */
function parseLines(lines: readonly PincodeLine[], country: Country): Area[] {
  const problems: Record<string, string[]> = {}
  const areas = new Map<string, Area>()
  for (const [at, line] of lines.entries()) {
    const { prefixes, details, errors } = parseLine(line, country)
    for (const prefix of prefixes) {
      if (areas.has(prefix)) errors.push(`${prefix} is in an earlier line too`)
      areas.set(prefix, { prefix, ...details })
    }
    if (errors.length > 0) problems[at] = errors
  }
  if (lines.length === 0) problems[0] = ['The file has no lines']
  if (areas.size > MAX_AREAS) problems[0] = [`The file has more than ${MAX_AREAS} areas`]
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return [...areas.values()]
}

function parseLine(line: PincodeLine, { states, postcode_pattern }: Country) {
  const errors: string[] = []
  const text = (name: string) => line[name]?.trim() ?? ''
  const yesOrNo = (name: string) => {
    const value = text(name).toLowerCase()
    if (!Object.hasOwn(ANSWERS, value)) errors.push(`${name} is yes or no`)
    return ownValue(ANSWERS, value) ?? false
  }
  const days = (name: string) => {
    const value = text(name)
    if (!/^\d{1,3}$/.test(value)) errors.push(`${name} is a number of days`)
    return Number(value)
  }
  const [min_days, max_days] = [days('min_days'), days('max_days')]
  if (max_days < min_days) errors.push('max_days is less than min_days')
  const state = text('state').toLowerCase()
  const found = states.find(({ name, code }) => [name, code].some((one) => one.toLowerCase() === state))
  if (state !== '' && !found) errors.push(`${text('state')} is not a state of the country`)
  const details = {
    region: text('region'),
    state_id: found?.id ?? null,
    min_days,
    max_days,
    is_cod_available: yesOrNo('cod'),
    is_serviceable: yesOrNo('serviceable'),
  }
  return { prefixes: parsePrefixes(text('pincode'), postcode_pattern, errors), details, errors }
}

/** An empty cell means yes. */
const ANSWERS: Readonly<Record<string, boolean>> = {
  '': true,
  yes: true,
  no: false,
  true: true,
  false: false,
  1: true,
  0: false,
}

function parsePrefixes(pincode: string, pattern: string, errors: string[]): string[] {
  const [first = '', last, ...more] = pincode.replace(/\s/g, '').split('-')
  if (last === undefined && /^[A-Z0-9]{1,12}$/.test(first)) return [first]
  const isPostcode = new RegExp(pattern || '.*')
  try {
    if (last !== undefined && more.length === 0) {
      const bad = [first, last].find((one) => !isPostcode.test(one))
      if (bad === undefined) return prefixesOfRange(first, last)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  errors.push('pincode is a pincode, a prefix such as 560, or a range such as 560001-560099')
  return []
}
