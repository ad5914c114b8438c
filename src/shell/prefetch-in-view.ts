import { prefetch } from '#pages/browser.tsx'

/** A listing shows four to eight products at once. Performance row 15: at most 15 requests. */
const MOST = 6
/** Products that are scrolled past are not prefetched. */
const REST_MS = 400

/**
 * Prefetches the products in view, because touch gives no hint before a tap. A few per page, and only when scrolling
 * rests: a visit that scrolls nothing requests nothing (row 1). The pages runtime handles the queue and data saving.
 */
export function prefetchInView() {
  let left = MOST
  let timer = 0
  const requested = new Set<string>()

  function look() {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main article a[href^="/product/"]')) {
      if (left === 0) return
      if (requested.has(link.href) || !isInView(link)) continue
      requested.add(link.href)
      left -= 1
      prefetch(link.href)
    }
  }

  function wait() {
    clearTimeout(timer)
    timer = window.setTimeout(look, REST_MS)
  }

  addEventListener('scroll', wait, { passive: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('scroll', wait)
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
