import { useShop } from '#client/shop-context.ts'
import { Suggestions } from '#features/product/suggestions.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { telHref } from '#ui/tel-href.ts'
import { useAppliedFilters } from './applied-filters.tsx'
import { type ListingShown, listingHref } from './listing-shown.ts'
import css from './nothing-found.module.css'

/** An empty listing: shows the reason, links to continue, and products. */
export function NothingFound({ listing }: { listing: ListingShown }) {
  return (
    <>
      <Reason listing={listing} />
      {listing.best && <Suggestions best={listing.best} />}
    </>
  )
}

function Reason({ listing }: { listing: ListingShown }) {
  const { total, query } = listing
  const last = useAppliedFilters(listing).at(-1)
  if (total > 0)
    return (
      <EmptyState icon="search" title="That page is empty" text="The list has become shorter.">
        <LinkButton href={listingHref(listing)}>Back to page 1</LinkButton>
      </EmptyState>
    )
  if (last)
    return (
      <EmptyState icon="filters" title="No products match" text="Try removing a filter.">
        <LinkButton href={listingHref(listing, { filters: last.without })} data-keep-place="">
          Remove “{last.label}”
        </LinkButton>
        <LinkButton look="secondary" href={listingHref(listing, { filters: {} })} data-keep-place="">
          Clear all filters
        </LinkButton>
      </EmptyState>
    )
  if (!query && listing.url === '/search')
    return (
      <EmptyState
        icon="search"
        title="What are you looking for?"
        text="Type a name, a colour or a brand above."
      />
    )
  if (!query && listing.url === '/shop-online')
    return (
      <EmptyState
        icon="bag"
        title="Opening soon"
        text="We are adding our first products. Please come back soon."
      >
        <LinkButton href="/">Go Home</LinkButton>
      </EmptyState>
    )
  if (!query)
    return (
      <EmptyState icon="search" title="Nothing here yet" text="There are no products here at the moment.">
        <LinkButton href="/shop-online">Shop all</LinkButton>
      </EmptyState>
    )
  return <NoResults listing={listing} />
}

/** A search without results: another spelling, the categories, and contact details. */
function NoResults({ listing: { query, didYouMean, url } }: { listing: ListingShown }) {
  const { menus, settings } = useShop()
  const phone = settings.customer_care_phone || settings.store_phone
  const mail = settings.customer_care_email || settings.store_email
  return (
    <EmptyState
      icon="search"
      title={`No results for “${query}”`}
      text={
        didYouMean ? (
          <>
            Did you mean{' '}
            <a className={css.meant} href={`${url}?query=${encodeURIComponent(didYouMean)}`}>
              {didYouMean}
            </a>
            ?
          </>
        ) : (
          'Check the spelling, try a more general term, or browse a category.'
        )
      }
    >
      {menus.header.slice(0, 7).map(({ label, url: href }) => (
        <LinkButton key={label} look="secondary" href={href}>
          {label}
        </LinkButton>
      ))}
      {(phone || mail) && (
        <p className={css.ask}>
          Looking for something in particular? Ask us: {phone && <a href={telHref(phone)}>{phone}</a>}
          {phone && mail && ' or '}
          {mail && <a href={`mailto:${mail}`}>{mail}</a>}
        </p>
      )}
    </EmptyState>
  )
}
