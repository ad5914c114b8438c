import { prefetch } from '#pages/browser.tsx'

/** A listing shows four to eight products at once. Performance row 15: at most 15 requests. */
const MOST = 6
/** Products that are scrolled past are not prefetched. */
const REST_MS = 400

/**
 * Prefetches the products in view, because touch gives no hint before a tap. One at the first sign of a visitor, a scroll or a mouse that
 * moves, so that the code of product pages is here before a link is reached; a few more when scrolling rests. A visit that does
 * neither requests nothing (row 1). The pages runtime handles the queue and data saving.
 */
export function prefetchInView() {
  let timer = 0
  let hasBegun = false
  const requested = new Set<string>()

  /** Until so many have been requested on this page. */
  function look(most: number) {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main article a[href^="/product/"]')) {
      if (requested.size >= most) return
      if (requested.has(link.href) || !isInView(link)) continue
      requested.add(link.href)
      prefetch(link.href)
    }
  }

  function begin() {
    if (!hasBegun) look(1)
    hasBegun = true
  }

  function scrolled() {
    begin()
    clearTimeout(timer)
    timer = window.setTimeout(look, REST_MS, MOST)
  }

  const visit = new AbortController()
  const options = { passive: true, signal: visit.signal }
  addEventListener('scroll', scrolled, options)
  // A pointer that rests where the page appears has moved by nothing.
  addEventListener('pointermove', ({ movementX, movementY }) => (movementX || movementY) && begin(), options)
  return () => {
    clearTimeout(timer)
    visit.abort()
  }
}

/**
 * Measured by the card, which its link covers: the name alone may be below the fold while the picture fills
 * the screen.
 */
function isInView(link: Element) {
  const { top, bottom, left, right, height } = (link.closest('article') ?? link).getBoundingClientRect()
  const middle = top + height / 2
  return middle > 0 && middle < innerHeight && right > 0 && left < innerWidth && bottom > 0
}
