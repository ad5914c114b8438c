import type { Logger } from 'pino'
import { prepared } from '#server/platform/db/prepared.ts'
import { createBufferedCounter } from '#server/platform/kernel/buffered-counter.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { wordsOf } from '../catalog-index/text/tokenize.ts'

const MAX_LENGTH = 80
/** Of different texts: more are left out, so that a flood of searches cannot fill the table. */
const MAX_PER_DAY = 500

/** Seven digits or more, also in groups: a phone number, a card or an account. */
const longNumber = /(?:\p{Nd}[\s().+/-]*){7}/u

/**
 * The text as it is counted: its words in lower case without accents. Undefined for a text that may be personal (an
 * e-mail address, a phone number or a card number) or is longer than 80 characters: neither is stored.
 */
export function countableSearch(typed: string): string | undefined {
  const text = typed.normalize('NFKC')
  if (text.includes('@') || longNumber.test(text)) return undefined
  const words = wordsOf(text).join(' ')
  return words === '' || words.length > MAX_LENGTH ? undefined : words
}

export type MissedSearchCounter = ReturnType<typeof createMissedSearchCounter>

/** Counts searches without results. What is not countable is not stored either. */
export function createMissedSearchCounter({ db, log }: { db: Db; log: Pick<Logger, 'warn'> }) {
  const { count, flush } = createBufferedCounter({
    write: (missed) => addMissedSearches.all(db, [...missed.keys()], [...missed.values()], MAX_PER_DAY),
    log,
    failure: 'searches without results could not be written',
    most: MAX_PER_DAY,
  })
  return {
    count(typed: string) {
      const words = countableSearch(typed)
      if (words !== undefined) count(words)
    },
    flush,
  }
}

/** Rows are written in one order, so that processes do not deadlock. */
const addMissedSearches = prepared(
  'add missed searches',
  `insert into missed_searches as m (day, words, searches)
  select current_date, missed.words, missed.count
  from (
    select one.words, one.count, known.words is not null as is_known,
      row_number() over (partition by known.words is null order by one.words) as position
    from unnest($1::text[], $2::integer[]) as one (words, count)
    left join missed_searches known on known.day = current_date and known.words = one.words
  ) missed
  where is_known or position <= $3::integer - (select count(*) from missed_searches where day = current_date)
  order by missed.words
  on conflict (day, words) do update set searches = m.searches + excluded.searches`,
)
