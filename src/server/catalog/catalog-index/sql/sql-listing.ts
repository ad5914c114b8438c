import { sql } from 'kysely'
import type { ListingAnswer, ListingQuery } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type OptionRow, toFacets } from '../facets/to-facets.ts'
import { facetColumns } from './sql-facets.ts'
import { hitColumns } from './sql-hits.ts'
import { matchingSets } from './sql-matching.ts'

type ListingRow = {
  total: number
  productIds: number[]
  options: OptionRow[]
  range: { min: number | null; max: number | null }
}

/** Page, total and facets of a listing in one statement, so that they reflect the same point in time. */
export async function readListing(db: Db, query: ListingQuery): Promise<ListingAnswer> {
  const sets = matchingSets(query)
  const { rows } = await sql<ListingRow>`
    with ${sets.definitions}
    select ${hitColumns(query, sets)}, ${facetColumns(query, sets)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A listing must be exactly one row')
  const { total, productIds, options, range } = row
  return { total, productIds, facets: toFacets(options, range), didYouMean: null }
}
