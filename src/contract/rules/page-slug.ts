/**
 * The slug by which the data of a page is asked for. Spec §2, "Page data slug".
 * A path contains a name when one of its segments is that name: a product called `checkout-bag` keeps its own slug.
 *
 * @param path of the page, without its query
 * @param query the page's query string, with or without `?`; only a product's `sku` matters
 */
export function pageSlug(path: string, query = ''): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  const [first = ''] = segments
  const last = decoded(segments.at(-1) ?? '')
  if (path === '/undefined') return ''
  for (const name of containedNames) if (segments.includes(name)) return name
  if (first === 'product' && segments.length > 1) return skuOf(query) || last
  return last
}

/** `/cart`, `/shop-online` and `/blogs` need no line: their last segment is their name. */
const containedNames = ['checkout-complete', 'checkout-failed', 'checkout', 'track-order', 'account']

function skuOf(query: string) {
  const sku = new URLSearchParams(query).get('sku')
  return sku && isStorable(sku) ? sku : ''
}

/** A segment as its author wrote it; one that is no proper escape, or of no text, stays as it is and will not be found. */
function decoded(segment: string) {
  try {
    const text = decodeURIComponent(segment)
    return isStorable(text) ? text : segment
  } catch {
    return segment
  }
}

/** The database cannot even be asked for a text with a NUL in it. */
const isStorable = (text: string) => !text.includes('\u0000')
