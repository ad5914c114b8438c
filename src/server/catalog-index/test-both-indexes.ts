import { sql } from 'kysely'
import pino from 'pino'
import { expect } from 'vitest'
import type { Db } from '../http/context.ts'
import type { CatalogIndex, ListingAnswer, ListingQuery, Suggestions } from './catalog-index.ts'
import { createMemoryCatalogIndex, type MemoryCatalogIndex } from './memory-catalog-index.ts'
import { createSqlCatalogIndex } from './sql-catalog-index.ts'

/**
 * For tests: SQL's answers, after checking that the index in memory gives the same. Memory is loaded anew whenever something may have
 * been written, so that it needs no telling of changes.
 */
export function bothIndexes(db: Db): CatalogIndex {
  const bySql = createSqlCatalogIndex(db)
  let known: { index: MemoryCatalogIndex; moment: string } | undefined

  async function inMemory(channelId: number): Promise<CatalogIndex> {
    const moment = await readMoment(db)
    if (known?.moment !== moment) {
      await known?.index.stop()
      const changes = { subscribe: () => () => {} }
      known = {
        moment,
        index: await createMemoryCatalogIndex({ db, changes, log: pino({ level: 'silent' }) }),
      }
    }
    await known.index.ready(channelId)
    return known.index
  }

  return {
    async listing(query) {
      const answer = await bySql.listing(query)
      const index = await inMemory(query.channelId)
      await expectSameListing(await index.listing(query), answer, (other) => bySql.listing(other), query)
      return answer
    },
    async suggest(query) {
      const answer = await bySql.suggest(query)
      const index = await inMemory(query.channelId)
      await expectSameSuggestions(await index.suggest(query), answer, (spelling) =>
        bySql.suggest({ ...query, query: spelling }),
      )
      return answer
    },
    stop: async () => known?.index.stop(),
  }
}

/** Another one as soon as any transaction has written anything. */
async function readMoment(db: Db) {
  const { rows } = await sql<{ moment: string }>`select pg_current_snapshot()::text as moment`.execute(db)
  return rows[0]!.moment
}

/** Memory corrects the spelling of what finds nothing; then it must find what SQL finds for that spelling. */
export async function expectSameListing(
  memory: ListingAnswer,
  sql: ListingAnswer,
  askSql: (query: ListingQuery) => Promise<ListingAnswer>,
  query: ListingQuery,
) {
  if (memory.didYouMean === null) return expect(memory).toEqual(sql)
  expect(sql.total).toBe(0)
  const spelt = await askSql({ ...query, scope: { kind: 'search', query: memory.didYouMean } })
  expect({ ...memory, didYouMean: null }).toEqual(spelt)
}

/** The same of suggestions. */
export async function expectSameSuggestions(
  memory: Suggestions,
  sql: Suggestions,
  askSql: (spelling: string) => Promise<Suggestions>,
) {
  if (memory.didYouMean === null) return expect(memory).toEqual(sql)
  expect(sql).toMatchObject({ total: 0, categoryIds: [], brandIds: [], completions: [] })
  expect({ ...memory, didYouMean: null }).toEqual(await askSql(memory.didYouMean))
}
