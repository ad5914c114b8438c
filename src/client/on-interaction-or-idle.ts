const INTERACTIONS = ['pointerover', 'touchstart', 'keydown', 'focusin', 'scroll']
const MAX_WAIT_MS = 2_000

/**
 * Runs once: at the visitor's first interaction, or when the page has loaded and the browser is idle. For
 * code that the first paint does not need. Returns a function that cancels it.
 */
export function onInteractionOrIdle(run: () => void) {
  const waiting = new AbortController()
  const { signal } = waiting
  const start = () => {
    if (signal.aborted) return
    waiting.abort()
    run()
  }
  const whenIdle = () => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: MAX_WAIT_MS })
    else setTimeout(start, 200)
  }
  for (const type of INTERACTIONS) addEventListener(type, start, { capture: true, passive: true, signal })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { signal })
  return () => waiting.abort()
}
