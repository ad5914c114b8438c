import { sql } from 'kysely'
import type { Db } from '../http/context.ts'
import type { ListingAnswer, ListingQuery } from './catalog-index.ts'
import { facetColumns } from './sql-facets.ts'
import { hitColumns } from './sql-hits.ts'
import { matchingSets } from './sql-matching.ts'
import { type OptionRow, toFacets } from './to-facets.ts'

type ListingRow = {
  total: number
  productIds: number[]
  options: OptionRow[]
  range: { min: number | null; max: number | null }
}

/** Page, total and facets of a listing in one statement, so that they speak of the same moment. */
export async function readListing(db: Db, query: ListingQuery): Promise<ListingAnswer> {
  const sets = matchingSets(query)
  const { rows } = await sql<ListingRow>`
    with ${sets.definitions}
    select ${hitColumns(query, sets)}, ${facetColumns(query, sets)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A listing is always one row')
  const { total, productIds, options, range } = row
  return { total, productIds, facets: toFacets(options, range), didYouMean: null }
}
