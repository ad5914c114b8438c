import { useId } from 'react'
import type { Sort } from '#contract/catalog.ts'
import { plainSelectClass } from '#ui/plain-select.ts'
import type { ListingShown } from './listing-shown.ts'
import { listingQuery } from './listing-url.ts'
import css from './sort-form.module.css'

/** The sort order of a listing: applies at once, or by a button without JavaScript. */
export function SortForm({ listing, onSort }: { listing: ListingShown; onSort: (sort: Sort) => void }) {
  const id = useId()
  const { url, sort, filters, query, decimals } = listing
  const rest = new URLSearchParams(listingQuery({ query, filters }, decimals).slice(1))
  return (
    <form className={css.sort} action={url} method="get">
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        className={plainSelectClass}
        name="sort"
        value={sort.value}
        onChange={(event) => onSort(event.target.value as Sort)}
      >
        {sort.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {/* Hidden fields, because a form without JavaScript must keep the rest of the query. */}
      {[...rest].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <noscript>
        <button type="submit">Go</button>
      </noscript>
    </form>
  )
}
