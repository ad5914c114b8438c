import { isSamePage, type Page } from '../page.ts'

/**
 * When the parts below the first screen of a page are rendered: `now` with the rest, for the server's page and one whose
 * scroll position is restored; `soon` in slices; `held` not before the page is painted.
 */
export type Below = 'now' | 'soon' | 'held'

/** The pages in the outlet. ADR 0018, 0025. */
export type OutletState = {
  page: Page
  /** The page is still the server's, perhaps with newer data. */
  isFirst: boolean
  /** The page that the visitor is likely to open next, rendered beside the screen. */
  next?: Page | undefined
  /** The page before this one: hidden, and removed after the paint. `isFirst`: it is the server's. */
  leaving?: { page: Page; isFirst: boolean } | undefined
  below: Below
}

type Change = Partial<OutletState>

// The transitions, by event. Functions instead of a table by name: the names would be in the first load.

/** A link to this page is approached, and its data is here. */
export function approached({ page, next }: OutletState, likely: Page): Change {
  if (isSamePage(likely, page)) return {}
  // A press shows what is rendered: newer data needs a rendering of its own, which the same event begins once more.
  return { next: next && next !== likely && isSamePage(likely, next) ? undefined : likely }
}

/** The page goes on screen. `hidesLast`: the last page stays in the document, hidden, until the paint. */
export function shown(
  { page: last, isFirst }: OutletState,
  page: Page,
  below: Below,
  hidesLast: boolean,
): Change {
  const stays = isSamePage(page, last)
  return {
    page,
    isFirst: isFirst && stays,
    next: undefined,
    leaving: hidesLast && !stays ? { page: last, isFirst } : undefined,
    below,
  }
}

/** The page on screen is painted. */
export const painted: Change = { leaving: undefined, below: 'soon' }
