import { watchBuild } from './build-watch.ts'
import { hasArrived } from './navigation.ts'
import { keyOfPage, type PageStore } from './page-store.ts'
import { navigateOnPointerDown } from './pointer-down.ts'
import { createPrefetch, type PrefetchParts } from './prefetch.ts'
import { retryPictures } from './retry-pictures.ts'
import { returnToFollowedLinks } from './return-to-link.ts'

type Parts = Omit<PrefetchParts, 'onAhead'> & Parameters<typeof watchBuild>[0] & { store: PageStore }

/**
 * What a page starts after it has loaded, in a chunk of its own, because the page works without it: prefetching and pages
 * made ahead, navigation on mousedown, new attempts for pictures that failed, the build watch. Returns the function that prefetches.
 */
export function startAfterLoad({ store, build, canRefresh, onNewBuild, ...parts }: Parts) {
  const { prefetch, followIntent } = createPrefetch({
    ...parts,
    onAhead(next) {
      const { page, ahead } = store.get()
      const key = keyOfPage(next)
      if (!hasArrived() || key === keyOfPage(page)) return
      // A press shows what is rendered: newer data of the same page needs a rendering of its own.
      if (ahead && ahead !== next && keyOfPage(ahead) === key) store.set({ ahead: undefined })
      queueMicrotask(() => keyOfPage(store.get().page) !== key && store.set({ ahead: next }))
    },
  })
  retryPictures()
  followIntent()
  navigateOnPointerDown(parts.routes)
  if (window.navigation) returnToFollowedLinks()
  watchBuild({ build, canRefresh, onNewBuild })
  return prefetch
}
