import { listingParts } from '#features/catalog/listing-parts.ts'
import { ListingView } from '#features/catalog/listing-view.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { category } from './data.ts'

export const parts = listingParts

export default function CategoryScreen(listing: ScreenData<typeof category>) {
  return <ListingView listing={listing} />
}
