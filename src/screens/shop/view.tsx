import { listingParts } from '#features/catalog/listing-parts.ts'
import { ListingView } from '#features/catalog/listing-view.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { shop } from './data.ts'

export const parts = listingParts

export default function ShopScreen(listing: ScreenData<typeof shop>) {
  return <ListingView listing={listing} />
}
