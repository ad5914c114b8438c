import type { Card } from '#features/card/card.ts'
import { redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

/**
 * `/search?query=`: a listing like any other. A SKU, in any case, redirects to its variation, and a search for which the
 * merchant set an address to that address.
 */
export const search = defineScreen({
  varies: ['grid_columns'],
  async load(request) {
    const listing = await loadListing(request, async (api, { sort, ...rest }, { query, sort: chosen }) => {
      const reply = await api.search.products({ ...rest, query, sort: chosen ?? 'relevance' })
      if (reply.status === 'success' && reply.data.redirect_to) redirect(reply.data.redirect_to)
      return reply
    })
    const { cards, total, query } = listing.view
    const [only] = cards
    const address = only && total === 1 && (await findBySku(request.api, only, query))
    if (address) redirect(address)
    return listing
  },
  meta: (listing, request) => ({
    ...listingMeta(listing, 'search', request),
    title: listing.view.query ? `“${listing.view.query}”: search results` : 'Search',
    robots: 'noindex,follow',
    jsonLd: [],
  }),
})

type Api = Parameters<typeof loadListing>[0]['api']

/** The URL of the variation with this SKU, in the shop's spelling. */
async function findBySku(api: Api, { id }: Pick<Card, 'id'>, query: string) {
  const reply = await api.product.single({ id: String(id) })
  if (reply.status === 'error') return undefined
  const { slug, variations } = reply.data
  const requested = query.toLowerCase()
  const variation = variations.combinations.find(({ sku }) => sku.toLowerCase() === requested)
  return variation && `/product/${slug}?sku=${encodeURIComponent(variation.sku)}`
}
