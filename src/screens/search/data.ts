import { redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

/** `/search?query=`: a listing like any other. A SKU, typed exactly, goes straight to its variation. */
export const search = defineScreen({
  varies: ['grid_columns'],
  async load(request) {
    const listing = await loadListing(request, (api, { sort, ...asked }, { query, sort: chosen }) =>
      api.search.products({ ...asked, query, sort: chosen ?? 'relevance' }),
    )
    const [only] = listing.cards
    const sku = only && listing.total === 1 && (await findSku(request.api, listing.query))
    if (sku) redirect(`${only.url}?sku=${encodeURIComponent(sku)}`)
    return listing
  },
  meta: (listing, request) => ({
    ...listingMeta(listing, 'search', request),
    title: listing.query ? `“${listing.query}”: search results` : 'Search',
    robots: 'noindex,follow',
    jsonLd: [],
  }),
})

async function findSku(api: Parameters<typeof loadListing>[0]['api'], query: string) {
  if (!/^[\w.-]{3,}$/.test(query) || !/\d/.test(query)) return undefined
  const reply = await api.product.single({ id: query })
  const sku = reply.status === 'success' ? reply.data.channel.sku : ''
  return sku.toLowerCase() === query.toLowerCase() ? sku : undefined
}
