import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Page, PageData } from './page.ts'
import type { PageState, PageStore } from './page-store.ts'

export const StoreContext = createContext<PageStore | undefined>(undefined)

/**
 * The page on screen: `path` without and `url` with its query, both relative to the origin; whether another
 * page is loading; whether the browser is offline.
 */
export function usePage() {
  const { page, url, isPending, isOffline } = usePageState((state) => state)
  return { path: page.path, url, screen: page.screen, isPending, isOffline }
}

/** The data of the page on screen, and a function that changes it, for editing the page where it is shown. */
export function usePageData<Data extends PageData>() {
  const store = usePageStore()
  const dataOf = (page: Page) => page.data as Data
  const data = usePageState((state) => dataOf(state.page))
  const setData = (change: (data: Data) => Data) => {
    const { page } = store.get()
    store.set({ page: { ...page, data: change(dataOf(page)) } })
  }
  return { data, setData }
}

/** A part of the state; `select` must return the same value for the same state. */
export function usePageState<Part>(select: (state: PageState) => Part): Part {
  const store = usePageStore()
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.first()),
  )
}

function usePageStore(): PageStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('Not within the pages')
  return store
}
