import { createHash } from 'node:crypto'
import { replyMessages } from '#contract/envelope.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../kernel/context.ts'
import { ShopError } from '../kernel/errors.ts'

/** `most` uses in any `seconds`. */
export type Limit = { most: number; seconds: number }

/**
 * Counts one use by a conditional upsert, so that all processes share the count and at most `most`
 * simultaneous uses pass. Sliding window: each use counts for `seconds` from its own time, a refused one does
 * not count. Security §10.
 *
 * @param bucket the limited action and its subject: `login ip 203.0.113.9`. Only its hash is stored.
 * @returns undefined, or the seconds to wait when the limit is reached.
 */
export async function takeToken(
  db: Db,
  bucket: string,
  { most, seconds }: Limit,
): Promise<number | undefined> {
  const taken = await take.first(db, hashOf(bucket), most, seconds)
  if (taken) return undefined
  const refused = await waitFor.first(db, hashOf(bucket), seconds)
  return Math.max(1, refused?.wait ?? 1)
}

/**
 * The same, throwing when the limit is reached.
 * @throws 429 RATE_LIMITED with the time to wait.
 */
export async function requireToken(db: Db, bucket: string, limit: Limit): Promise<void> {
  const wait = await takeToken(db, bucket, limit)
  if (wait !== undefined) throw tooMany(wait)
}

/** What is counted and how often it may be, with the message of its refusal. */
type Counted = readonly [bucket: string, limit: Limit, message?: string]

/**
 * The same for several limits, in their order: a use that one of them refuses counts for none. The limit of the address is the first, so
 * that nothing is stored beyond it, and no one else's allowance is used up.
 * @returns takes the use back
 * @throws 429 RATE_LIMITED with the time to wait.
 */
export async function requireTokens(db: Db, counted: readonly Counted[]): Promise<() => Promise<void>> {
  const taken: string[] = []
  const undo = async () => {
    for (const bucket of taken) await returnToken(db, bucket)
  }
  for (const [bucket, limit, message] of counted) {
    const wait = await takeToken(db, bucket, limit)
    if (wait !== undefined) {
      await undo()
      throw tooMany(wait, message)
    }
    taken.push(bucket)
  }
  return undo
}

/** Removes the newest use, when the counted attempt turns out to be legitimate. */
export const returnToken = (db: Db, bucket: string) => removeNewestHit.all(db, hashOf(bucket))

/** 429 with the message of the spec (§8). */
export const tooMany = (seconds: number, message: string = replyMessages.tooMany) =>
  new ShopError(429, 'RATE_LIMITED', message, {}, seconds)

/** An address as limits count it: IPv6 by its /64, because one subscriber has a whole /64. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const hashOf = (bucket: string) => createHash('sha256').update(bucket).digest('base64url')

/** SQL: a use of the future is of a clock that has been set back; processes that wait for each other differ by seconds. */
const counts = (seconds: '$2' | '$3') =>
  `hit > now() - make_interval(secs => ${seconds}) and hit <= now() + interval '1 minute'`

const live = `array(select hit from unnest(r.hits) hit where ${counts('$3')} order by hit)`

const take = prepared<{ taken: boolean }>(
  'take token',
  `insert into rate_limits as r (bucket, hits, expires_at)
  values ($1, array[now()], now() + make_interval(secs => $3))
  on conflict (bucket) do update set hits = ${live} || now(), expires_at = now() + make_interval(secs => $3)
  where cardinality(${live}) < $2::integer
  returning true as taken`,
)

const waitFor = prepared<{ wait: number }>(
  'read wait for token',
  `select ceil(extract(epoch from min(hit) + make_interval(secs => $2) - now()))::integer as wait
  from rate_limits r, unnest(r.hits) hit
  where r.bucket = $1 and ${counts('$2')}`,
)

const removeNewestHit = prepared(
  'remove newest hit',
  `update rate_limits set hits = hits[1:cardinality(hits) - 1] where bucket = $1`,
)
