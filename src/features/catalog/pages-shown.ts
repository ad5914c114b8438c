import type { Card } from './card.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'

/** The pages of a listing that stand under each other, from the first to the last of them. */
export type PagesShown = { first: number; last: number; cards: readonly Card[] }

/** How many products of the listing stand before those that are shown, and up to their last. */
export const rangeOf = ({ first, cards }: PagesShown, perPage: number) => {
  const before = (first - 1) * perPage
  return { before, upTo: before + cards.length }
}

/**
 * The pages with the next one below them; any other page stands alone. A product that has moved there meanwhile is not shown twice:
 * the newer page counts.
 */
export function withPage(
  { first, last, cards }: PagesShown,
  { page, cards: more }: Pick<ListingShown, 'page' | 'cards'>,
): PagesShown {
  if (page !== last + 1) return { first: page, last: page, cards: more }
  const ids = new Set(more.map(({ id }) => id))
  return { first, last: page, cards: [...cards.filter(({ id }) => !ids.has(id)), ...more] }
}

/** The pages, with what a page that came anew says about its products. */
export function renewed(shown: PagesShown, { cards }: Pick<ListingShown, 'cards'>): PagesShown {
  const anew = new Map(cards.map((card) => [card.id, card]))
  return { ...shown, cards: shown.cards.map((card) => anew.get(card.id) ?? card) }
}

/** `link`: the address of the product that was gone to from here. */
type Kept = { listing: string; shown: PagesShown; link: string | undefined }

const kept = new Map<string, Kept>()

/** What a list is, whatever page of it: one that has changed since it was left starts anew. */
const identityOf = (listing: ListingShown) => `${listing.total} ${listingHref(listing)}`

// The browser's own name of a history entry; it stays when the address is replaced. Without it nothing is kept.
const entryKey = () => (typeof window === 'undefined' ? undefined : window.navigation?.currentEntry?.key)

/** The pages that stood here when this history entry was left; at first the listing's own page. ux.md, PLP 5. */
export function pagesOf(listing: ListingShown): PagesShown {
  const { page, cards } = listing
  const found = kept.get(entryKey() ?? '')
  if (found?.listing === identityOf(listing) && found.shown.first <= page && page <= found.shown.last)
    return renewed(found.shown, listing)
  return { first: page, last: page, cards }
}

/** Keeps the pages, and the link that is followed, for when somebody comes back to this history entry. */
export function keepPages(listing: ListingShown, shown: PagesShown, link?: string) {
  const key = entryKey()
  if (key) kept.set(key, { listing: identityOf(listing), shown, link })
}

/** The link that was followed from this history entry: told once. */
export function takeLink(): string | undefined {
  const found = kept.get(entryKey() ?? '')
  const link = found?.link
  if (found) found.link = undefined
  return link
}
