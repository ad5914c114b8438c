const SIGNS = ['pointerover', 'touchstart', 'keydown', 'focusin', 'scroll']
const AT_LATEST_MS = 2_000

/**
 * Runs once: at the shopper's first sign of life, or when the page has loaded all it needs and the browser has time. For code that
 * no first paint waits for. Returns how to call it off.
 */
export function whenWanted(run: () => void) {
  const waiting = new AbortController()
  const { signal } = waiting
  const start = () => {
    if (signal.aborted) return
    waiting.abort()
    run()
  }
  const whenIdle = () => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: AT_LATEST_MS })
    else setTimeout(start, 200)
  }
  for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true, signal })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { signal })
  return () => waiting.abort()
}
