import type { Logger } from 'pino'
import { prepared } from '#server/platform/db/prepared.ts'
import { createBufferedCounter } from '#server/platform/kernel/buffered-counter.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Counts how often redirect rules are used, by the path that they redirect from. */
export const createHitCounter = ({ db, log }: { db: Db; log: Pick<Logger, 'warn'> }) =>
  createBufferedCounter({
    write: (hits) => addHits.all(db, [...hits.keys()], [...hits.values()]),
    log,
    failure: 'redirect hits could not be written',
  })

const addHits = prepared(
  'add redirect hits',
  `update redirects r set hits = r.hits + h.count, last_hit_at = now()
  from unnest($1::text[], $2::integer[]) as h (from_path, count) where r.from_path = h.from_path`,
)
