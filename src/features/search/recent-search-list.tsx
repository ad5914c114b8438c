import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { forgetSearch, forgetSearches, recentSearches } from './recent-searches.ts'
import css from './search-suggestions.module.css'
import type { Leave } from './search-suggestions.tsx'
import { resultsHref } from './suggestion-list.ts'

/** Recent searches, each to be repeated or removed. Renders nothing without any. */
export function RecentSearches({ onLeave }: { onLeave: Leave }) {
  const [searches, setSearches] = useState(recentSearches)
  if (searches.length === 0) return null
  return (
    <section className={css.panel} aria-label="Recent searches">
      <p className={css.heading}>
        <span>Recent searches</span>
        <button
          type="button"
          className={css.forget}
          onClick={() => {
            forgetSearches()
            setSearches([])
          }}
        >
          Clear
        </button>
      </p>
      <ul>
        {searches.map((query) => (
          <li key={query} className={css.recent}>
            <a
              className={css.row}
              href={resultsHref(query)}
              onClick={(event) => onLeave(resultsHref(query), event)}
            >
              <Icon name="search" size={16} /> {query}
            </a>
            <button
              type="button"
              className={css.fill}
              aria-label={`Forget ${query}`}
              onClick={() => {
                forgetSearch(query)
                setSearches(recentSearches())
              }}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
