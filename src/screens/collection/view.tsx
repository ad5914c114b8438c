import { ListingView } from '#features/listing/listing-view.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { collection } from './data.ts'

export default function CollectionScreen(listing: ScreenData<typeof collection>) {
  return <ListingView listing={listing} />
}
