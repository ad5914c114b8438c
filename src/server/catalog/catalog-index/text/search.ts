import type { SearchTerms } from '#server/platform/kernel/catalog-index.ts'
import type { Segment } from '../columns/segment.ts'
import { countMatches, findProducts, findWithTuning, type ProductMatches } from './find-products.ts'
import { nearestSpelling } from './nearest-spelling.ts'

/** The results of a query, segment by segment. Without results: those of its nearest spelling, and that spelling. */
export type SearchResult = { found: ProductMatches[]; didYouMean: string | null }

export function search(segments: readonly Segment[], terms: SearchTerms): SearchResult {
  const found = segments.map((segment) => findWithTuning(segment, terms))
  if (countMatches(found.map(({ all }) => all)) > 0) return { found, didYouMean: null }
  const didYouMean = nearestSpelling(segments, terms.query)
  if (didYouMean === null) return { found, didYouMean }
  return { found: segments.map((segment) => findProducts(segment, didYouMean)), didYouMean }
}
