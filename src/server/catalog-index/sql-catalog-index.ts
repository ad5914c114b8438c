import type { Db } from '../http/context.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { readListing } from './sql-listing.ts'
import { readSuggestions } from './sql-suggestions.ts'

/**
 * The catalogue index by plain SQL, always as the database is. It says by plain means what every answer is; a faster index is
 * checked against it. Rules: decisions §2 ($ListingRequest) and §4, notes.
 *
 * - Values of one group: any of them. Groups: all of them.
 * - Variable attributes and availability meet on one variation: blue, M and in stock asks for a blue M that is in stock.
 * - Price, in filter, sort and range, is the leading variation's: the one on the card.
 * - A facet counts products with every choice but its own; options without products stay only when chosen.
 */
export const createSqlCatalogIndex = (db: Db): CatalogIndex => ({
  listing: (query) => readListing(db, query),
  suggest: (query) => readSuggestions(db, query),
  stop: async () => {},
})
