import type { Card } from '#features/card/card.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'

/** The loaded pages of a listing, from the first to the last. */
export type PagesShown = { first: number; last: number; cards: readonly Card[] }

/** The number of the listing's products before the loaded ones, and up to the last of them. */
export const rangeOf = ({ first, cards }: PagesShown, perPage: number) => {
  const before = (first - 1) * perPage
  return { before, upTo: before + cards.length }
}

/**
 * Appends the next page; any other page replaces the list. A product that has moved to the next page is shown
 * once, in the newer page.
 */
export function withPage(
  { first, last, cards }: PagesShown,
  { page, cards: more }: Pick<ListingShown, 'page' | 'cards'>,
): PagesShown {
  if (page !== last + 1) return { first: page, last: page, cards: more }
  const ids = new Set(more.map(({ id }) => id))
  return { first, last: page, cards: [...cards.filter(({ id }) => !ids.has(id)), ...more] }
}

/** The loaded pages, with their products updated from a reloaded page. */
export function renewed(shown: PagesShown, { cards }: Pick<ListingShown, 'cards'>): PagesShown {
  const fresh = new Map(cards.map((card) => [card.id, card]))
  return { ...shown, cards: shown.cards.map((card) => fresh.get(card.id) ?? card) }
}

/** `link`: the URL of the product that was opened from here. */
type CachedPages = { listing: string; shown: PagesShown; link: string | undefined }

const cached = new Map<string, CachedPages>()

/** Identifies a list independently of the page: a changed list starts from its first page. */
export const identityOf = (listing: ListingShown) => `${listing.total} ${listingHref(listing)}`

// The browser's key of a history entry, or that of the pages runtime; it survives a replaced URL. Without it nothing is stored.
export const entryKey = (): string | undefined =>
  typeof window === 'undefined' ? undefined : (window.navigation?.currentEntry?.key ?? history.state?.entry)

/** The loaded pages of this history entry at its last visit; initially the listing's own page. UX "PLP (shop, category, collection, brand, tag)" 5. */
export function pagesOf(listing: ListingShown): PagesShown {
  const { page, cards } = listing
  const found = cached.get(entryKey() ?? '')
  if (found?.listing === identityOf(listing) && found.shown.first <= page && page <= found.shown.last)
    return renewed(found.shown, listing)
  return { first: page, last: page, cards }
}

/** Stores the loaded pages and the opened link for the next visit of this history entry. */
export function keepPages(listing: ListingShown, shown: PagesShown, link?: string) {
  const key = entryKey()
  if (key) cached.set(key, { listing: identityOf(listing), shown, link })
}

/** The link that was opened from this history entry; returned once. */
export function takeLink(): string | undefined {
  const found = cached.get(entryKey() ?? '')
  const link = found?.link
  if (found) found.link = undefined
  return link
}
