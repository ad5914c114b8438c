import { useRef } from 'react'
import type { Filters } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { chipLinkClass, chipListClass } from '#ui/chip-link.ts'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import css from './applied-filters.module.css'
import { chosenValues } from './chosen-values.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'
import { toggled } from './listing-url.ts'
import { useListingChange } from './use-listing-change.ts'

export type AppliedFilter = { key: string; label: string; without: Filters }

/** The chosen filter values, each with the filters without it. */
export function useAppliedFilters({ facets, filters, currency }: ListingShown): AppliedFilter[] {
  const locale = useLocale()
  const applied: AppliedFilter[] = chosenValues(filters, facets).map(({ facet, value, words }) => ({
    key: `${facet.key} ${value}`,
    label: words,
    without: toggled(filters, facet, value),
  }))
  const { price, availability, ...rest } = filters
  if (price) {
    const { min, max } = price
    const words = (amount = 0) => formatMoney({ amount, currency }, locale)
    const label =
      min === undefined
        ? `Up to ${words(max)}`
        : max === undefined
          ? `From ${words(min)}`
          : `${words(min)} to ${words(max)}`
    applied.push({ key: 'price', label, without: availability ? { ...rest, availability } : rest })
  }
  if (availability)
    applied.push({ key: 'availability', label: 'In stock', without: price ? { ...rest, price } : rest })
  return applied
}

/** The applied filters as chips, removed one by one or all at once. */
export function AppliedFilters({ listing }: { listing: ListingShown }) {
  const applied = useAppliedFilters(listing)
  const chips = useRef<HTMLUListElement>(null)
  useListingChange(listing, chips)
  if (applied.length === 0) return null
  return (
    <ul ref={chips} className={`${chipListClass} ${css.chips}`} aria-label="Applied filters">
      {applied.map(({ key, label, without }) => (
        <li key={key}>
          <a
            className={chipLinkClass}
            href={listingHref(listing, { filters: without })}
            data-keep-place=""
            aria-label={`Remove filter ${label}`}
          >
            {label} <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      <li>
        <a className={css.clear} href={listingHref(listing, { filters: {} })} data-keep-place="">
          Clear all
        </a>
      </li>
    </ul>
  )
}
