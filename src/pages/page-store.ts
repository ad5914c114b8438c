import type { Page } from './page.ts'
import type { OutletState } from './prerender/outlet-state.ts'

/**
 * `url` is path and query of the page on screen, which equals the address bar except during a navigation. `isOutdated`: the shop has a
 * newer build than this page.
 */
export type PageState = OutletState & {
  url: string
  isPending: boolean
  isOffline: boolean
  isOutdated?: boolean
}

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
      const current: Record<string, unknown> = state
      if (Object.entries(change).every(([key, value]) => current[key] === value)) return
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
