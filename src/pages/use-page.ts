import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PageState, PageStore } from './page-store.ts'

export const StoreContext = createContext<PageStore | undefined>(undefined)

/**
 * The page on screen: `path` without and `url` with its query, both relative to the origin; whether another page is
 * on its way; whether the browser knows itself offline.
 */
export function usePage() {
  const { page, url, isPending, isOffline } = usePageState((state) => state)
  return { path: page.path, url, screen: page.screen, isPending, isOffline }
}

/** A part of the state; `select` must return the same thing for the same state. */
export function usePageState<Part>(select: (state: PageState) => Part): Part {
  const store = useContext(StoreContext)
  if (!store) throw new Error('Not within the pages')
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.first()),
  )
}
