import { ListingView } from '#features/listing/listing-view.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { shop } from './data.ts'

export default function ShopScreen(listing: ScreenData<typeof shop>) {
  return <ListingView listing={listing} />
}
