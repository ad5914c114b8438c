import { listingParts } from '#features/catalog/listing-parts.ts'
import { ListingView } from '#features/catalog/listing-view.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { collection } from './data.ts'

export const parts = listingParts

export default function CollectionScreen(listing: ScreenData<typeof collection>) {
  return <ListingView listing={listing} />
}
