import { type ComponentType, type MouseEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { CachedPart } from '#client/cached-html.tsx'
import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import type { Filters, Sort } from '#contract/catalog.ts'
import { ProductGrid } from '#features/card/product-grid.tsx'
import { navigate } from '#pages/navigate.ts'
import { Icon } from '#ui/icon.tsx'
import type { FilterSheet } from './filter-sheet.tsx'
import { focusLink } from './focus-link.ts'
import { chosenColumns } from './grid-columns.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'
import css from './listing-view.module.css'
import { keepPages, pagesOf, takeLink } from './pages-shown.ts'
import { SortForm } from './sort-form.tsx'

const AppliedFilters = lazyHydrated(() =>
  import('./applied-filters.tsx').then((module) => module.AppliedFilters),
)
const FilterForm = lazyHydrated(() => import('./filter-form.tsx').then((module) => module.FilterForm))
const GridSize = lazyHydrated(() => import('./grid-size.tsx').then((module) => module.GridSize))
const ListingHead = lazyHydrated(() => import('./listing-head.tsx').then((module) => module.ListingHead))
const LoadMore = lazyHydrated(() => import('./load-more.tsx').then((module) => module.LoadMore))
const NothingFound = lazyHydrated(() => import('./nothing-found.tsx').then((module) => module.NothingFound))

/**
 * Any list of products: shop, category, collection, search. Its state is in the URL. `search` is shown below
 * the heading.
 */
export function ListingView({ listing, search }: { listing: ListingShown; search?: ReactNode }) {
  const { heading, total, sort, filters, facets, url, query, decimals } = listing
  const [shown, setShown] = usePages(listing)
  const [columns, setColumns] = useState(chosenColumns() ?? listing.columns)
  const [Sheet, setSheet] = useState<ComponentType<Parameters<typeof FilterSheet>[0]>>()

  const go = (change: { filters?: Filters; sort?: Sort }) =>
    navigate(listingHref(listing, change), { keepPlace: true })
  const form = {
    action: url,
    query,
    sort: sort.value,
    facets,
    filters,
    currency: listing.currency,
    decimals,
    onFilters: (next: Filters) => go({ filters: next }),
  }
  const applied = countOf(filters)
  const hasFilters = facets.some(({ options, min }) => (options?.length ?? 0) > 0 || min !== undefined)

  return (
    <div className="wide">
      {hasFilters && (
        <a className="skip-link" href="#products">
          Skip to the products
        </a>
      )}
      <ListingHead listing={listing} search={search} />
      <div className={css.columns}>
        {hasFilters &&
          (import.meta.env.SSR ? (
            <CachedPart as="aside" name="filters" by={form} {...aside}>
              <FilterForm {...form} />
            </CachedPart>
          ) : (
            <aside {...aside}>
              <FilterForm {...form} />
            </aside>
          ))}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only takes note of clicks on links, the keyboard's too */}
        <section
          className={css.results}
          id="products"
          aria-label="Products"
          onClick={(event) => keepPages(listing, shown, hrefOf(event))}
        >
          <div className={css.toolbar} hidden={total === 0 && applied === 0}>
            {hasFilters && (
              // biome-ignore lint/a11y/useValidAnchor: without scripts it is a link to the filters below
              <a
                className={css.open}
                href="#filters"
                onPointerEnter={() => void import('./filter-sheet.tsx')}
                onClick={async (event) => {
                  event.preventDefault()
                  const { FilterSheet } = await import('./filter-sheet.tsx')
                  setSheet(() => FilterSheet)
                }}
              >
                <Icon name="filters" size={18} /> Filters{applied > 0 && ` (${applied})`}
              </a>
            )}
            <p className={css.total}>{total === 1 ? '1 product' : `${total} products`}</p>
            <SortForm listing={listing} onSort={(next) => go({ sort: next })} />
            <GridSize columns={columns} onChoose={setColumns} />
          </div>
          <AppliedFilters listing={listing} />
          {shown.cards.length > 0 ? (
            <>
              {shown.first > 1 && (
                <p className={css.earlier}>
                  <a href={listingHref(listing, { page: shown.first - 1 })} rel="prev">
                    Earlier products
                  </a>
                </p>
              )}
              <ProductGrid
                name={heading.name}
                cards={shown.cards}
                columns={columns}
                isFirstScreen
                level="h2"
              />
              <LoadMore listing={listing} shown={shown} onShown={setShown} />
            </>
          ) : (
            <NothingFound listing={listing} />
          )}
        </section>
      </div>

      {Sheet && <Sheet form={form} listing={listing} onClose={() => setSheet(undefined)} />}
    </div>
  )
}

const aside = { id: 'filters', className: css.filters, 'aria-label': 'Filters' }

/** The loaded pages: restored for a history entry that is revisited, with the focus. */
function usePages(listing: ListingShown) {
  const [state, setState] = useState(() => ({ listing, shown: pagesOf(listing) }))
  const shown = state.listing === listing ? state.shown : pagesOf(listing)
  if (state.listing !== listing) setState({ listing, shown })
  useLayoutEffect(() => {
    const link = takeLink()
    // After the runtime, which focuses the heading of a new page.
    if (link && listing) queueMicrotask(() => focusLink(link))
  }, [listing])
  return [shown, (next: typeof shown) => setState({ listing, shown: next })] as const
}

const hrefOf = ({ target }: MouseEvent) =>
  (target as Element).closest('article a[href]')?.getAttribute('href') ?? undefined

/** The number of chosen values. */
function countOf({ price, attribute, variable_attribute, availability, ...groups }: Filters) {
  const values = [...Object.values({ ...attribute, ...variable_attribute }), ...Object.values(groups)]
  return values.reduce((sum, { length }) => sum + length, (price ? 1 : 0) + (availability ? 1 : 0))
}
