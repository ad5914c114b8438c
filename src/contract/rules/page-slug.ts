/**
 * The slug that a page's data is requested with. Spec §2, "Page data slug". A path contains a name when one
 * of its segments equals it: a product called `checkout-bag` keeps its own slug.
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

/** `/cart`, `/shop-online` and `/blogs` are not listed: their last segment is their name. */
const containedNames = ['checkout-complete', 'checkout-failed', 'checkout', 'track-order', 'account']

function skuOf(query: string) {
  const sku = new URLSearchParams(query).get('sku')
  return sku && isStorable(sku) ? sku : ''
}

/** Decodes a segment; a malformed escape, or one that is no valid text, stays as it is and is not found. */
function decoded(segment: string) {
  try {
    const text = decodeURIComponent(segment)
    return isStorable(text) ? text : segment
  } catch {
    return segment
  }
}

/** PostgreSQL refuses text with a NUL. */
const isStorable = (text: string) => !text.includes('\u0000')
