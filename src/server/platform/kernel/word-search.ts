import { type RawBuilder, sql } from 'kysely'
import { wordsOf } from '#contract/rules/search-text.ts'

/**
 * SQL: the words of a text expression, as the full-text indexes of the back office's lists have them: lower case, and
 * addresses, numbers and paths split at their punctuation. The planner uses an index for exactly the same expression.
 */
export const searchWords = (text: string): RawBuilder<unknown> =>
  sql.raw(`to_tsvector('simple'::regconfig, translate(lower(${text}), '@.+-_/', '      '))`)

/** SQL: a text with each sign of the scripts that are written without spaces as a word of its own, as some indexes have it. */
export const signsApart = (text: string): string =>
  `regexp_replace(${text}, '([\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af])', ' \\1 ', 'g')`
const signs = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g

/** The typed words for an index with `signsApart`. */
export const typedWordsAndSigns = (typed: string): string[] => wordsOf(typed.replace(signs, ' $& '))

/**
 * A full-text query by which every word must match by its beginning; a phone number also when it is typed in groups.
 * Undefined for a text without a letter or digit.
 */
export function toTsQuery(typed: string): string | undefined {
  const words = wordsOf(typed)
  if (words.length === 0) return undefined
  const all = words.map((word) => `'${word}':*`).join(' & ')
  const digits = digitsOf(typed)
  return /^\d{6,15}$/.test(digits) ? `(${all}) | '${digits.slice(-10)}':*` : all
}

const digitsOf = (typed: string) => typed.replace(/[\s()+-]/g, '')

/** SQL: whether the phone number in a column ends with the typed text. Undefined unless that is 4 to 9 digits: a whole number is found as a word. */
export function phoneEndsWith(column: string, typed: string): RawBuilder<unknown> | undefined {
  const digits = digitsOf(typed)
  if (!/^\d{4,9}$/.test(digits)) return undefined
  return sql`reverse(${sql.raw(column)}) like ${`${[...digits].reverse().join('')}%`}`
}
