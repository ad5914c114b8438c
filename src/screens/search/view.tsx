import { listingParts } from '#features/catalog/listing-parts.ts'
import { ListingView } from '#features/catalog/listing-view.tsx'
import { SearchForm } from '#features/search/search-form.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { search } from './data.ts'

export const parts = listingParts

export default function SearchScreen(listing: ScreenData<typeof search>) {
  return <ListingView listing={listing} search={<SearchForm />} />
}
