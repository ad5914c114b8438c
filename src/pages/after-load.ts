import { watchBuild } from './build-watch.ts'
import { hasArrived } from './navigation.ts'
import { keyOfPage } from './page.ts'
import type { PageStore } from './page-store.ts'
import { navigateOnPointerDown } from './pointer-down.ts'
import { createPrefetch, type PrefetchParts } from './prefetch.ts'
import { retryPictures } from './retry-pictures.ts'
import { returnToFollowedLinks } from './return-to-link.ts'

type Parts = Omit<PrefetchParts, 'onLikely'> & Parameters<typeof watchBuild>[0] & { store: PageStore }

/**
 * What a page starts after it has loaded, in a chunk of its own, because the page works without it: prefetching and prerendering, navigation on mousedown, new attempts for pictures that failed, the build watch. Returns the function that prefetches.
 */
export function startAfterLoad({ store, build, canRefresh, onNewBuild, ...parts }: Parts) {
  const { prefetch, followIntent } = createPrefetch({
    ...parts,
    onLikely(likely) {
      const { page, next } = store.get()
      const key = keyOfPage(likely)
      if (!hasArrived() || key === keyOfPage(page)) return
      // A press shows what is rendered: newer data of the same page needs a rendering of its own.
      if (next && next !== likely && keyOfPage(next) === key) store.set({ next: undefined })
      queueMicrotask(() => keyOfPage(store.get().page) !== key && store.set({ next: likely }))
    },
  })
  retryPictures()
  followIntent()
  navigateOnPointerDown(parts.routes)
  if (window.navigation) returnToFollowedLinks()
  watchBuild({ build, canRefresh, onNewBuild })
  return prefetch
}
