import pg from 'pg'

const { INT8, DATE } = pg.types.builtins
const int8Array: number = 1016

// Dates are sent as UTC too, so that the host's time zone never shifts a `date`.
pg.defaults.parseInputDatesAsUTC = true

/**
 * How columns are read: int8 (money, ids, counts) as number, `date` as midnight UTC, the rest as pg does (numeric as
 * text, timestamptz as Date, json parsed).
 */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === INT8) return parseSafeInteger
    if (oid === int8Array) return parseSafeIntegers
    if (oid === DATE) return parseUtcDate
    return pg.types.getTypeParser(oid)
  },
}

/** @throws RangeError when a number cannot hold the value exactly (security §15). */
export function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`)
  return value
}

/** pg itself reads arrays of int8 as text. */
function parseSafeIntegers(text: string): (number | null)[] {
  const values: (string | null)[] = pg.types.getTypeParser(int8Array)(text)
  return values.map((value) => (value === null ? null : parseSafeInteger(value)))
}

function parseUtcDate(text: string): Date {
  return new Date(`${text}T00:00:00Z`)
}
