const KEY = 'chunk-reload'
/** Spec §9: page reload guard. */
const GUARD_MS = 10_000

const handled = new WeakSet<Error>()

/** Marks a chunk's loading failure as handled, for callers with a fallback such as a page load. */
export const handleChunkError = (error: unknown) => void handled.add(error as Error)

let isLeaving = () => false

/** Names the check whether the visitor has followed a link: a reload would cancel that page load. */
export const noReloadWhile = (check: () => boolean) => {
  isLeaving = check
}

/**
 * Reloads the page, at most once in ten seconds, so that a missing chunk cannot cause a reload loop. Not
 * while offline, because that would lose the current page. Spec §8, failure loading a code chunk.
 */
export function reloadOnce() {
  if (navigator.onLine && !isLeaving() && openGuard()) location.reload()
}

/** Records a page load for a missing chunk; false when the last one was less than ten seconds ago. */
export function openGuard(now = Date.now()) {
  try {
    if (now - Number(sessionStorage.getItem(KEY)) < GUARD_MS) return false
    sessionStorage.setItem(KEY, String(now))
    return true
  } catch {
    // Without storage nothing would prevent a reload loop.
    return false
  }
}

/** Watches all chunks, including those of features, through the event that Vite dispatches before it throws. */
export function reloadOnChunkErrors() {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error }
    // Delayed, so that the importer of the chunk can handle the failure first; without the Navigation API (Firefox) longer, because the
    // imports of a page that is being left fail too.
    setTimeout(() => handled.has(payload) || reloadOnce(), window.navigation ? 0 : 1_000)
  })
}
