import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

/** Everything, or a super-category: `/shop-online/{super}`; nested, the last segment counts. */
export const shop = defineScreen({
  varies: ['grid_columns'],
  load: (request) =>
    loadListing(request, (api, asked) =>
      api.shop.listing({ id: request.params.slug?.split('/').at(-1) ?? 'shop-online', ...asked }),
    ),
  meta: (listing, request) => listingMeta(listing, 'shop-online', request),
})
