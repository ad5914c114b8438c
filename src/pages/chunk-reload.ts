declare global {
  interface Window {
    /** When the browser began to load another page in place of this one, in ms of `performance.now()`; set by the document's start script. */
    leftAt?: number
  }
}

const KEY = 'chunk-reload'
/** Spec §9: page reload guard. */
const GUARD_MS = 10_000

const handled = new Set<unknown>()

/** Marks a chunk's loading failure as handled, for callers with a fallback such as a page load. */
export const handleChunkError = (error: unknown) => void handled.add(error)

/** Longer than a page load takes until the page is replaced. */
const LEAVING_MS = 20_000

/**
 * Whether another page is being loaded in place of this one. Firefox aborts the requests of a page at that moment, not when the other
 * page arrives, and a reload would cancel the load of the other. A download leaves the page too, so it counts for a while only.
 */
export const isLeaving = () => performance.now() - (window.leftAt ?? Number.NEGATIVE_INFINITY) < LEAVING_MS

/**
 * Reloads the page, at most once in ten seconds, so that a missing chunk cannot cause a reload loop. Not
 * while offline or leaving, because that would lose the current page or the next. Spec §8, failure loading a code chunk.
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
  // Back to a page that the browser has preserved: it is not left any more.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) delete window.leftAt
  })
  addEventListener('vite:preloadError', ({ payload }) => {
    // Delayed, so that the importer of the chunk can handle the failure first.
    setTimeout(() => handled.has(payload) || reloadOnce())
  })
}
