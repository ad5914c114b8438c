import { sql } from 'kysely'
import type { Db } from '#server/http/context.ts'

/** Ids are given before commit: what looks older may become visible later. As in the change feed. */
const lookBack = 500
/** More tags than one transaction notes beside its `listing`. */
const reach = 20_000

export type UnexplainedListings = {
  /** Somebody noted `listing` since the last look without saying which product, category or collection: anything may have changed. */
  find(): Promise<boolean>
}

/**
 * Most writers note `listing` together with what they changed, and reading that again is enough. All tags of one transaction have its
 * time, so the log tells which belong together; the change feed hands out several transactions at once.
 */
export async function watchUnexplainedListings(db: Db): Promise<UnexplainedListings> {
  const readLast = async () => {
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from change_log`.execute(
      db,
    )
    return rows[0]?.last ?? 0
  }
  let last = await readLast()
  const seen = new Set((await readUnexplained(db, last - lookBack)).map(({ id }) => id))
  return {
    async find() {
      const now = await readLast()
      const found = await readUnexplained(db, last - lookBack)
      const fresh = found.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      for (const id of seen) if (id <= now - lookBack) seen.delete(id)
      last = now
      return fresh.length > 0
    },
  }
}

/** Ids of such `listing` rows, the transactions' times telling what was noted together. */
async function readUnexplained(db: Db, after: number) {
  const { rows } = await sql<{ id: number }>`
    select max(id) filter (where tag = 'listing') as id from change_log
    where id > ${after - reach}
    group by at
    having max(id) filter (where tag = 'listing') > ${after}
      and not bool_or(tag ~ '^(product|category|collection):')`.execute(db)
  return rows
}
