import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import {
  createMemoryCatalogIndex,
  type MemoryCatalogIndex,
} from '#server/catalog/catalog-index/memory-catalog-index.ts'
import { createSqlCatalogIndex } from '#server/catalog/catalog-index/sql/sql-catalog-index.ts'
import type { OpenDatabase } from '#server/platform/db/open.ts'
import { median } from '../figures.ts'
import { listingQueries } from './ask.ts'
import { makeFlatTable } from './flat-table.ts'
import { type Listings, measureListings } from './measure-listings.ts'
import { type Pauses, watchPauses } from './measure-pauses.ts'
import { measureSuggestions, type SuggestionFigures } from './measure-suggestions.ts'
import { readKnown } from './read-known.ts'
import { withShopDatabase } from './shop-database.ts'

export type CatalogFigures = {
  products: number
  onSale: number
  loadMs: number
  snapshot: SnapshotFigures
  /** Bytes of typed arrays a product. */
  listingBytes: number
  textBytes: number
  /** What the process grew by when the index was loaded, all of it, bytes a product. */
  residentBytes: number
  listings: Listings
  suggestions: SuggestionFigures
  rebuild: Pauses & { ms: number; listingsMeanwhile: number }
}

const queries = 600
const misspelt = 400

/** Listings, suggestions, memory and a rebuild under way, for one size of shop. Budgets 6, 7 and 8. */
export async function benchCatalog({
  products,
  dataDir,
  queried = { sql: sqlQueriesOf(products), flat: Math.min(queries, 20_000_000 / products) },
  say = () => {},
}: {
  products: number
  /** An empty folder that the database server's user may enter. */
  dataDir: string
  /** How many of the queries are sent to SQL too, and to the flat table. */
  queried?: { sql: number; flat: number }
  say?: (line: string) => void
}): Promise<CatalogFigures> {
  return withShopDatabase({ dataDir, products, say }, async (database) => {
    const { db } = database
    const snapshotDir = join(dataDir, 'snapshots')
    const before = process.memoryUsage().rss
    const began = performance.now()
    const memory = await createMemoryCatalogIndex({
      db,
      changes: { subscribe: () => () => {} },
      log: pino({ level: 'warn' }),
      snapshotDir,
    })
    try {
      await memory.ready(1)
      const loadMs = performance.now() - began
      const residentBytes = process.memoryUsage().rss - before
      say(`built in ${Math.round(loadMs)} ms`)
      const snapshot = await measureSnapshot(database, snapshotDir)
      say(`loaded from the snapshot in ${Math.round(median(snapshot.loadMs))} ms`)
      const size = memory.size(1)
      if (!size) throw new Error('The index is not there')

      const known = await readKnown(database, products, 2_000)
      const flat = await makeFlatTable(database.pool)
      const listings = await measureListings(
        { memory, sql: createSqlCatalogIndex(db), flat },
        listingQueries(known, queries, 6),
        queried,
      )
      say(`${queries} listings, ${listings.sql.queried} of them by SQL too`)
      const suggestions = await measureSuggestions(memory, known, misspelt)
      say(`${misspelt} misspelt names`)
      const rebuild = await measureRebuild(memory, database, products)
      return {
        products,
        onSale: size.products,
        loadMs,
        snapshot,
        listingBytes: size.listings / size.products,
        textBytes: size.texts / size.products,
        residentBytes: residentBytes / size.products,
        listings,
        suggestions,
        rebuild,
      }
    } finally {
      await memory.stop()
    }
  })
}

/** SQL takes seconds for what memory does in a millisecond. */
const sqlQueriesOf = (products: number) =>
  products <= 1_000 ? 600 : products <= 10_000 ? 100 : products <= 100_000 ? 30 : 4

export type SnapshotFigures = { bytes: number; loadMs: number[] }

/** The index as the next start opens it: from the file, brought up to date from the change log. */
export async function measureSnapshot(
  { db }: OpenDatabase,
  snapshotDir: string,
  times = 5,
): Promise<SnapshotFigures> {
  const file = join(snapshotDir, 'channel-1.snapshot')
  while (!existsSync(file) || readdirSync(snapshotDir).length > 1) await sleep(50)
  const loadMs: number[] = []
  for (let at = 0; at < times; at += 1) {
    const began = performance.now()
    const messages: string[] = []
    const index = await createMemoryCatalogIndex({
      db,
      changes: { subscribe: () => () => {} },
      log: pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) }),
      snapshotDir,
    })
    await index.ready()
    loadMs.push(performance.now() - began)
    await index.stop()
    if (messages.join() !== 'catalog index: loaded from the snapshot') throw new Error(messages.join())
  }
  return { bytes: statSync(file).size, loadMs }
}

/** Rebuilds the index while small listings, which cost almost nothing themselves, are requested every 20 ms. */
async function measureRebuild(memory: MemoryCatalogIndex, database: OpenDatabase, products: number) {
  const known = await readKnown(database, products, 50)
  const queried = listingQueries(known, known.length, 9).map((query, at) => ({
    ...query,
    scope: { kind: 'category' as const, id: known[at]!.categoryId },
  }))
  const began = performance.now()
  let isDone = false
  let listingsMeanwhile = 0
  const rebuilt = memory.rebuild(1).finally(() => {
    isDone = true
  })
  const shoppers = (async () => {
    while (!isDone) {
      await memory.listing(queried[listingsMeanwhile % queried.length]!)
      listingsMeanwhile += 1
      await new Promise<void>((resolve) => void setTimeout(resolve, 20))
    }
  })()
  const pauses = await watchPauses(rebuilt)
  await shoppers
  return { ...pauses, ms: performance.now() - began, listingsMeanwhile }
}
