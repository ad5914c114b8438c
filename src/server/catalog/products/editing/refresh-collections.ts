import { sql } from 'kysely'
import { CollectionRules } from '#contract/admin/catalog/collection-rules.ts'
import { changeOf } from '#server/catalog/catalog-index/feed/changes.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { refreshMembers } from './collection-members.ts'

/** With more changed products than this, a collection is compared with all of them at once. */
const maxExamined = 5_000

/** Rules about time are evaluated this often, in minutes. */
const TIMED_EVERY = 10

/**
 * Brings the collections by rules up to date with the products that changed since the last run, which the change log names:
 * any number of changes is one statement for each collection. Returns how many products were added or removed. ADR 0032.
 */
export async function refreshCollections({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  const position = await changesSince.first(db)
  if (!position) throw new Error('collection_refresh is empty')
  const { epoch, snapshot, is_complete, is_timed, transactions } = position
  const changed = is_complete ? productsOf(transactions) : 'all'
  const collections = await db
    .selectFrom('collections')
    .select('id')
    .where('rules', 'is not', null)
    .orderBy('id')
    .execute()
  let total = 0
  for (const { id } of collections)
    total += await inTransaction(db, async (tx) => {
      // Staff who save the collection lock this row first too.
      const row = await tx
        .selectFrom('collections')
        .select(['rules', 'name'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.rules === null) return 0
      const rules = CollectionRules.safeParse(row.rules)
      if (!rules.success) {
        log.warn({ collection: row.name }, 'the rules of a collection cannot be read')
        return 0
      }
      const isAll = changed === 'all' || (is_timed && rules.data.conditions.some(isAboutTime))
      if (!isAll && changed.length === 0) return 0
      const { added, removed } = await refreshMembers(
        tx,
        { id, rules: rules.data },
        isAll ? undefined : changed,
      )
      return added + removed
    })
  await sql`
    update collection_refresh set epoch = ${epoch}, snapshot = ${snapshot},
      timed_at = case when ${is_timed} then now() else timed_at end`.execute(db)
  return total
}

const isAboutTime = ({ field }: CollectionRules['conditions'][number]) => field === 'published'

/** The products that transactions changed, by their tags; `all` when one of them cannot name them, or they are many. */
function productsOf(transactions: readonly (readonly string[])[]): number[] | 'all' {
  const ids = new Set<number>()
  for (const tags of transactions) {
    const change = changeOf(tags)
    if (!change) continue
    const named = [...change.productIds, ...change.pricedIds]
    // A category alone was moved or renamed, with all its products.
    if (change.everything || (named.length === 0 && change.categoryIds.size > 0)) return 'all'
    for (const id of named) ids.add(id)
    if (ids.size > maxExamined) return 'all'
  }
  return [...ids]
}

const isRelevant = `l.tag ~ '^(product|reviews|category):' or l.tag in ('catalog', 'listing', '*')`

/**
 * The tags committed since the last run, by transaction, and the position after it. `is_complete` is false when the log
 * was replaced or pruned beyond the last run, and at the first one.
 */
const changesSince = prepared<{
  epoch: string
  snapshot: string
  is_complete: boolean
  is_timed: boolean
  transactions: string[][]
}>(
  'changes since collections were refreshed',
  `with state as materialized (
    select r.snapshot as former, s.epoch, pg_current_snapshot() as present,
      coalesce(r.epoch = s.epoch and r.snapshot <> '', false) as is_known, s.pruned_xid,
      r.timed_at < now() - interval '${TIMED_EVERY} minutes' as is_timed
    from collection_refresh r, change_log_state s
  )
  select epoch::text, present::text as snapshot, is_timed,
    is_known and pruned_xid < pg_snapshot_xmin(nullif(former, '')::pg_snapshot) as is_complete,
    coalesce((
      select json_agg(tags) from (
        select json_agg(distinct l.tag) as tags from change_log l
        where is_known and l.xid >= pg_snapshot_xmin(nullif(former, '')::pg_snapshot)
          and not pg_visible_in_snapshot(l.xid, nullif(former, '')::pg_snapshot)
          and pg_visible_in_snapshot(l.xid, present)
          and (${isRelevant} or l.tag like 'prices-of:%' or l.tag like 'collection:%')
        group by l.xid
      ) by_transaction
    ), '[]') as transactions
  from state`,
)

/** Whether there is anything to do: queried once a second, and answered from an index. */
const isDue = prepared<{ due: boolean }>(
  'collections are due',
  `select exists (select from collections where rules is not null) and (
    r.epoch is distinct from s.epoch or r.snapshot = '' or (
      r.timed_at < now() - interval '${TIMED_EVERY} minutes'
      and exists (select from collections where rules @> '{"conditions": [{"field": "published"}]}')
    ) or exists (
      select from change_log l
      where l.xid >= pg_snapshot_xmin(nullif(r.snapshot, '')::pg_snapshot)
        and not pg_visible_in_snapshot(l.xid, nullif(r.snapshot, '')::pg_snapshot)
        and (${isRelevant})
    )
  ) as due
  from collection_refresh r, change_log_state s`,
)

export const areCollectionsDue = async (db: Db) => (await isDue.first(db))?.due === true

export const refreshCollectionsJob = defineJob<Services>({
  name: 'refresh-collections',
  schedule: { every: 1, when: ({ db }) => areCollectionsDue(db) },
  async run(_payload, services) {
    await refreshCollections(services)
  },
})
