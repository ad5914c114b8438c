import type { Page } from './page.ts'

/**
 * When the parts below the first screen of a page are rendered: `now` with the rest, for the server's page and one whose
 * scroll position is restored; `soon` in slices; `held` not before the page is painted.
 */
export type Below = 'now' | 'soon' | 'held'

/** `url` is path and query of the page on screen, which equals the address bar except during a navigation. */
export type PageState = {
  page: Page
  url: string
  isPending: boolean
  isOffline: boolean
  /** The page is still the server's, perhaps with newer data. */
  isFirst: boolean
  /** The page that the visitor is likely to open next. */
  ahead?: Page | undefined
  /** The page before this one: hidden, and removed after the paint. `isFirst`: it is the server's. */
  left?: { page: Page; isFirst: boolean } | undefined
  below: Below
}

/** Pages with the same key are one page with other data: their component state is kept. */
export const keyOfPage = ({ screen, path }: Page) => `${screen} ${path}`

/** The page on screen, and whether another is loading. Written by the navigation, read by React. */
export function createPageStore(page: Page, url: string) {
  const first: PageState = { page, url, isPending: false, isOffline: false, isFirst: true, below: 'now' }
  let state = first
  const listeners = new Set<() => void>()
  return {
    /** The server-rendered state: hydration must use it, even when a navigation has already started. */
    first: () => first,
    get: () => state,
    set(change: Partial<PageState>) {
      if (Object.entries(change).every(([key, value]) => state[key as keyof PageState] === value)) return
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type PageStore = ReturnType<typeof createPageStore>
