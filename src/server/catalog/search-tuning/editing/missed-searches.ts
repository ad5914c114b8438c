import { sql } from 'kysely'
import type { MissedSearch } from '#contract/admin/catalog/missed-searches.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery } from '#server/platform/kernel/list-page.ts'

const DAYS = 30

type Query = ListQuery<'searches' | 'last_day' | 'words'> & {
  state?: 'open' | 'solved' | undefined
}

/** Searches of the last 30 days that found nothing, and whether a synonym or a rule answers them by now. */
export async function listMissedSearches(
  db: Db,
  { page, per_page, sort, order, q, state }: Query,
): Promise<{ rows: MissedSearch[]; total: number }> {
  const { rows } = await sql<{ total: number; rows: MissedSearch[] }>`
    with missed as materialized (
      select max(m.id) as id, m.words, sum(m.searches)::integer as searches, max(m.day) as last_day,
        case
          when exists (select from search_rules r where r.words = m.words) then 'rule'
          when exists (select from search_synonyms s where lower(s.term) = m.words) then 'synonym'
        end as solved_by
      from missed_searches m
      where m.day > current_date - ${DAYS}::integer and (${q ?? ''} = '' or m.words like ${containing((q ?? '').toLowerCase())})
      group by m.words
    ), shown as (
      select * from missed where case ${state ?? ''} when 'open' then solved_by is null when 'solved' then solved_by is not null else true end
    )
    select (select count(*)::integer from shown) as total, (
      select coalesce(json_agg(one), '[]') from (
        select * from shown order by ${sql.ref(sort)} ${sql.raw(order === 'asc' ? 'asc' : 'desc')}, words
        limit ${per_page} offset ${(page - 1) * per_page}
      ) one
    ) as rows`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The searches were not read')
  return found
}

/** The most frequent ones that neither a synonym nor a rule answers. */
export async function readMissedSearches(db: Db, most: number): Promise<MissedSearch[]> {
  const query = { page: 1, per_page: most, sort: 'searches', order: 'desc', state: 'open' } as const
  return (await listMissedSearches(db, query)).rows
}

/** Forgets these searches, on every day. @returns their texts. */
export async function forgetMissedSearches(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    with gone as (
      delete from missed_searches where words in (
        select words from missed_searches where id = any(${sql.val([...ids])}::bigint[])
      ) returning words
    )
    select distinct words from gone order by words`.execute(tx)
  return rows.map(({ words }) => words)
}
