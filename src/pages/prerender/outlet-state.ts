import type { Page } from '../page.ts'

/**
 * When the parts below the first screen of a page are rendered: `now` with the rest, for the server's page and one whose
 * scroll position is restored; `soon` in slices; `held` not before the page is painted.
 */
export type Below = 'now' | 'soon' | 'held'

/**
 * The pages in the outlet, and what changes them. ADR 0018, 0025.
 *
 * | event | next | page | leaving | below |
 * |---|---|---|---|---|
 * | a link is approached (`after-load.ts`) | its page; newer data of the same page replaces it by way of none | | | |
 * | a page is shown (`navigation.ts`) | none | it | the last one, where it is another page and no dialog is open | as asked |
 * | it is painted (`navigation.ts`) | | | none | `soon` |
 */
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
