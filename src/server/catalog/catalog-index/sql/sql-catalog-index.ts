import type { CatalogIndex } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readCounts, readIdRuns } from './sql-counts.ts'
import { readListing } from './sql-listing.ts'
import { readSuggestions } from './sql-suggestions.ts'

/**
 * The catalog index in plain SQL, always current. It is the reference for every answer; a faster index is tested
 * against it. Rules: decisions §2 ($ListingRequest) and §4, notes.
 *
 * - Values of one group: any of them. Groups: all of them.
 * - Variable attributes and availability must hold for one variation: blue, M and in stock requires a blue M that is
 * in stock.
 * - Price (filter, sort and range) is the leading variation's: the one on the card.
 * - A facet counts products under every choice but its own; options without products stay only when chosen.
 */
export const createSqlCatalogIndex = (db: Db): CatalogIndex => ({
  listing: (query) => readListing(db, query),
  suggest: (query) => readSuggestions(db, query),
  counts: (query) => readCounts(db, query),
  idRuns: (query) => readIdRuns(db, query),
  stop: async () => {},
})
