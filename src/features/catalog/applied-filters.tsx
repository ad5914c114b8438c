import type { Filters } from '#contract/catalogue.ts'
import { formatMoney } from '#contract/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import css from './applied-filters.module.css'
import { optionsOf } from './facet-shown.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'
import { isChosen, toggled } from './listing-url.ts'

export type AppliedFilter = { key: string; label: string; without: Filters }

/** One for every value that is chosen, with the filters as they would be without it. */
export function useAppliedFilters({ facets, filters, currency }: ListingShown): AppliedFilter[] {
  const locale = useLocale()
  const applied = facets.flatMap((facet) =>
    optionsOf(facet)
      .filter(({ value }) => isChosen(filters, facet, value))
      .map(({ value, label }) => ({
        key: `${facet.key} ${value}`,
        label: `${facet.label}: ${label}`,
        without: toggled(filters, facet, value),
      })),
  )
  if (!filters.price) return applied
  const { min, max } = filters.price
  const words = (amount = 0) => formatMoney({ amount, currency }, locale)
  const label =
    min === undefined
      ? `Up to ${words(max)}`
      : max === undefined
        ? `From ${words(min)}`
        : `${words(min)} to ${words(max)}`
  const { price: _, ...without } = filters
  return [...applied, { key: 'price', label, without }]
}

/** The applied filters as chips, each to be taken away by a click, or all at once. */
export function AppliedFilters({ listing }: { listing: ListingShown }) {
  const applied = useAppliedFilters(listing)
  if (applied.length === 0) return null
  return (
    <ul className={css.chips} aria-label="Applied filters">
      {applied.map(({ key, label, without }) => (
        <li key={key}>
          <a
            className={css.chip}
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
