import { sql } from 'kysely'
import pino from 'pino'
import { expect } from 'vitest'
import type {
  CatalogIndex,
  ListingAnswer,
  ListingQuery,
  Suggestions,
} from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { createMemoryCatalogIndex, type MemoryCatalogIndex } from './memory-catalog-index.ts'
import { createSqlCatalogIndex } from './sql/sql-catalog-index.ts'

/**
 * SQL's answers, after checking that the in-memory index gives the same ones. The in-memory index is reloaded
 * whenever a table was written to, so it needs no change notifications.
 */
export function bothIndexes(db: Db): CatalogIndex {
  const bySql = createSqlCatalogIndex(db)
  let counting: Promise<void> | undefined
  let known: { index: MemoryCatalogIndex; moment: string } | undefined

  async function inMemory(channelId: number): Promise<CatalogIndex> {
    counting ??= countWrites(db)
    await counting
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
    async counts(query) {
      const counts = await bySql.counts(query)
      expect(sorted(await (await inMemory(query.channelId)).counts(query))).toEqual(sorted(counts))
      return counts
    },
    async idRuns(query) {
      const runs = await bySql.idRuns(query)
      expect(await (await inMemory(query.channelId)).idRuns(query)).toEqual(runs)
      return runs
    },
    stop: async () => known?.index.stop(),
  }
}

/** What must be the same besides listings and suggestions. */
export async function expectSameCounts(memory: CatalogIndex, bySql: CatalogIndex, channelId: number) {
  for (const kind of ['category', 'tag'] as const)
    expect(sorted(await memory.counts({ channelId, kind })), kind).toEqual(
      sorted(await bySql.counts({ channelId, kind })),
    )
  for (const productsPerRun of [1, 3, 100])
    expect(await memory.idRuns({ channelId, productsPerRun })).toEqual(
      await bySql.idRuns({ channelId, productsPerRun }),
    )
}

const sorted = (counts: ReadonlyMap<number, number>) => [...counts].sort(([a], [b]) => a - b)

/** Changes when a table of this database is written to; writes to other databases of the server do not count. */
async function readMoment(db: Db) {
  const { rows } = await sql<{ moment: string }>`select last_value::text as moment from test_writes`.execute(
    db,
  )
  return rows[0]!.moment
}

/** Increments a sequence on every statement that writes. */
async function countWrites(db: Db) {
  await sql`create sequence if not exists test_writes`.execute(db)
  await sql`create or replace function test_count_write() returns trigger language plpgsql
    as $$ begin perform nextval('public.test_writes'); return null; end $$`.execute(db)
  await sql`do $$ declare one text; begin
    for one in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      execute format('create or replace trigger test_count_write after insert or update or delete or truncate on %s
        for each statement execute function test_count_write()', one);
    end loop; end $$`.execute(db)
}

/**
 * The in-memory index corrects the spelling of a query without results; then it must find what SQL finds for that
 * spelling.
 */
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

/** The same check for suggestions. */
export async function expectSameSuggestions(
  memory: Suggestions,
  sql: Suggestions,
  askSql: (spelling: string) => Promise<Suggestions>,
) {
  if (memory.didYouMean === null) return expect(memory).toEqual(sql)
  expect(sql).toMatchObject({ total: 0, categoryIds: [], brandIds: [], completions: [] })
  expect({ ...memory, didYouMean: null }).toEqual(await askSql(memory.didYouMean))
}
