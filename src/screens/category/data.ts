import { redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

export const category = defineScreen({
  varies: ['grid_columns'],
  async load(request) {
    const slug = request.params.slug ?? ''
    const listing = await loadListing(request, (api, query) => api.product.category({ id: slug, ...query }))
    // Each category has one URL: a short one, or one with a wrong parent, redirects to the whole path.
    const { url } = listing.view
    if (url !== `/product-category/${slug}`) redirect(url + request.url.search, 301)
    return listing
  },
  meta: (listing, request) => listingMeta(listing, listing.view.url.split('/').at(-1) ?? '', request),
})
