const KEY = 'chunk-reload'
/** Spec §9: page reload guard. */
const GUARD_MS = 10_000

const handled = new WeakSet<Error>()

/** Marks a failure to load a chunk as somebody's who has an answer to it, such as a page load. */
export const handleChunkError = (error: unknown) => void handled.add(error as Error)

/**
 * Reloads the page, but not twice within ten seconds: a chunk that stays away must not make the page reload for ever.
 * Not offline either, where the reload would take away the page that is there. Spec §8, failure loading a code chunk.
 */
export function reloadOnce() {
  if (navigator.onLine && openGuard()) location.reload()
}

/** Notes a page load for the sake of a chunk; false when the last was less than ten seconds ago. */
export function openGuard(now = Date.now()) {
  try {
    if (now - Number(sessionStorage.getItem(KEY)) < GUARD_MS) return false
    sessionStorage.setItem(KEY, String(now))
    return true
  } catch {
    // Without storage nothing would stop the second reload.
    return false
  }
}

/** Watches all chunks, the features' too, by the event that Vite's loader sends before it throws. */
export function reloadOnChunkErrors() {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error }
    // By then whoever asked for the chunk has had the time to handle it.
    setTimeout(() => handled.has(payload) || reloadOnce())
  })
}
