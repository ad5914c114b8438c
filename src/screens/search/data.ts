import { redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

/** `/search?query=`: a listing like any other. A SKU, typed exactly, goes straight to its product. */
export const search = defineScreen({
  varies: ['grid_columns'],
  async load(request) {
    const listing = await loadListing(request, (api, { sort, ...asked }, { query, sort: chosen }) =>
      api.search.products({ ...asked, query, sort: chosen ?? 'relevance' }),
    )
    const [only] = listing.cards
    if (only && listing.total === 1 && (await isSku(request.api, listing.query))) redirect(only.url)
    return listing
  },
  meta: (listing, request) => ({
    ...listingMeta(listing, 'search', request),
    title: listing.query ? `“${listing.query}”: search results` : 'Search',
    robots: 'noindex,follow',
    jsonLd: [],
  }),
})

async function isSku(api: Parameters<typeof loadListing>[0]['api'], query: string) {
  if (!/^[\w.-]{3,}$/.test(query) || !/\d/.test(query)) return false
  const reply = await api.product.single({ id: query })
  return reply.status === 'success' && reply.data.channel.sku.toLowerCase() === query.toLowerCase()
}
