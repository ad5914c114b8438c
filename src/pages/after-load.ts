import { watchBuild } from './build-watch.ts'
import { hasArrived } from './navigation.ts'
import type { PageStore } from './page-store.ts'
import { approached } from './prerender/outlet-state.ts'
import { navigateOnPointerDown } from './prerender/pointer-down.ts'
import { createPrefetch, type PrefetchParts } from './prerender/prefetch.ts'
import { retryPictures } from './retry-pictures.ts'
import { returnToFollowedLinks } from './return-to-link.ts'

type Parts = Omit<PrefetchParts, 'onLikely'> & Parameters<typeof watchBuild>[0] & { store: PageStore }

/**
 * What a page starts after it has loaded, in a chunk of its own, because the page works without it: prefetching and prerendering, navigation on mousedown, new attempts for pictures that failed, the build watch. Returns the function that prefetches.
 */
export function startAfterLoad({ store, build, canRefresh, onNewBuild, ...parts }: Parts) {
  const { prefetch, followIntent } = createPrefetch({
    ...parts,
    onLikely(page) {
      if (!hasArrived()) return
      const approach = () => store.set(approached(store.get(), page))
      approach()
      queueMicrotask(approach)
    },
  })
  retryPictures()
  followIntent()
  navigateOnPointerDown(parts.routes)
  if (window.navigation) returnToFollowedLinks()
  watchBuild({
    build,
    canRefresh,
    onNewBuild() {
      onNewBuild()
      store.set({ isOutdated: true })
    },
  })
  return prefetch
}
