import type { Segment } from '../columns/segment.ts'
import { countFound, type Found, findProducts } from './find-products.ts'
import { nearestSpelling } from './nearest-spelling.ts'

/** What a query finds, segment by segment. When it finds nothing: what its nearest spelling finds, and that spelling. */
export type SearchResult = { found: Found[]; didYouMean: string | null }

export function search(segments: readonly Segment[], query: string): SearchResult {
  const found = segments.map((segment) => findProducts(segment, query))
  if (countFound(found.map(({ all }) => all)) > 0) return { found, didYouMean: null }
  const didYouMean = nearestSpelling(segments, query)
  if (didYouMean === null) return { found, didYouMean }
  return { found: segments.map((segment) => findProducts(segment, didYouMean)), didYouMean }
}
