import { redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

/** All products, or a super-category: `/shop-online/{super}`; in a nested path the last segment counts. */
export const shop = defineScreen({
  varies: ['grid_columns'],
  async load(request) {
    const { slug = 'shop-online' } = request.params
    const listing = await loadListing(request, (api, query) =>
      api.shop.listing({ id: slug.split('/').at(-1) ?? slug, ...query }),
    )
    // A nested URL is the category's whole path: one with a wrong parent redirects to it.
    const address = listing.view.url.replace('/product-category/', '/shop-online/')
    if (slug.includes('/') && address !== `/shop-online/${slug}`) redirect(address + request.url.search, 301)
    return listing
  },
  meta: (listing, request) => listingMeta(listing, 'shop-online', request),
})
