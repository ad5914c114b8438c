import { useEffect } from 'react'
import { emit } from '#client/events.ts'
import { ListingView } from '#features/listing/listing-view.tsx'
import { SearchForm } from '#features/search/search-form.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { search } from './data.ts'
import css from './view.module.css'

export default function SearchScreen(listing: ScreenData<typeof search>) {
  const { query, didYouMean, total } = listing
  useEffect(() => {
    if (query) emit({ name: 'search', search_term: query })
  }, [query])
  return (
    <ListingView
      listing={listing}
      search={
        <>
          <SearchForm />
          {didYouMean && total > 0 && (
            <p className={css.meant}>
              Nothing is called “{query}”. These are for{' '}
              <a href={`/search?query=${encodeURIComponent(didYouMean)}`}>{didYouMean}</a>.
            </p>
          )}
        </>
      }
    />
  )
}
