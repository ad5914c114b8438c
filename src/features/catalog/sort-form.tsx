import type { Sort } from '#contract/catalogue.ts'
import type { ListingShown } from './listing-shown.ts'
import { listingQuery } from './listing-url.ts'
import css from './sort-form.module.css'

/** The order of a listing: counts at once, or by a button without scripts. */
export function SortForm({ listing, onSort }: { listing: ListingShown; onSort: (sort: Sort) => void }) {
  const { url, sort, filters, query, decimals } = listing
  const rest = new URLSearchParams(listingQuery({ query, filters }, decimals).slice(1))
  return (
    <form className={css.sort} action={url} method="get">
      <label htmlFor="sort">Sort by</label>
      <select
        id="sort"
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
      {/* A form without scripts must carry the rest of the address along. */}
      {[...rest].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <noscript>
        <button type="submit">Go</button>
      </noscript>
    </form>
  )
}
