import { defineScreen } from '#pages/screen.ts'
import { listingMeta, loadListing } from '../listing-data.ts'

export const collection = defineScreen({
  varies: ['grid_columns'],
  load: (request) =>
    loadListing(request, (api, query) =>
      api.product.collection({ id: request.params.slug?.split('/').at(-1) ?? '', ...query }),
    ),
  meta: (listing, request) => listingMeta(listing, listing.view.url.split('/').at(-1) ?? '', request),
})
