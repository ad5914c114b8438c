import { ListingView } from '#features/listing/listing-view.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { category } from './data.ts'

export default function CategoryScreen(listing: ScreenData<typeof category>) {
  return <ListingView listing={listing} />
}
