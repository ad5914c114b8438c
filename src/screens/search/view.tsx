import { useEffect } from 'react'
import { emit } from '#client/events.ts'
import { ListingView } from '#features/listing/listing-view.tsx'
import { SearchForm } from '#features/search/search-form.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { search } from './data.ts'
import css from './view.module.css'

/** How many searches are on screen, and what the last one searched for: sorting and filtering mount the screen again. */
let shown = 0
let lastTerm: string | undefined

/** Emits the event of a search once, until another page is shown. */
function emitSearch(query: string) {
  shown += 1
  if (query && query !== lastTerm) emit({ name: 'search', search_term: query })
  lastTerm = query
  return () => {
    shown -= 1
    // After the effects of the page that replaces this one.
    queueMicrotask(() => {
      if (shown === 0) lastTerm = undefined
    })
  }
}

export default function SearchScreen(listing: ScreenData<typeof search>) {
  const { query, didYouMean, total } = listing
  useEffect(() => emitSearch(query), [query])
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
