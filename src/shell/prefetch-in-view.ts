import { prefetch } from '#pages/browser.tsx'

/** A listing shows four to eight products at once; six and the product's code are 12 KB. Performance row 15: at most 15 requests, 25 KB. */
const MOST = 6
/** Whoever scrolls past does not look. */
const REST_MS = 400

/**
 * Asks ahead for the products that the shopper is looking at: a finger gives no sign before it taps. A few for each page, and only when
 * the page rests; the pages runtime takes care of the queue and of who saves data.
 */
export function prefetchInView() {
  let left = MOST
  let timer = 0
  const asked = new Set<string>()

  function look() {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main article a[href^="/product/"]')) {
      if (left === 0) return
      if (asked.has(link.href) || !isInView(link)) continue
      asked.add(link.href)
      left -= 1
      prefetch(link.href)
    }
  }

  function wait() {
    clearTimeout(timer)
    timer = window.setTimeout(look, REST_MS)
  }

  wait()
  addEventListener('scroll', wait, { passive: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('scroll', wait)
  }
}

/** By the card, whose link covers it: its name alone may be below the fold while its picture fills the screen. */
function isInView(link: Element) {
  const { top, bottom, left, right, height } = (link.closest('article') ?? link).getBoundingClientRect()
  const middle = top + height / 2
  return middle > 0 && middle < innerHeight && right > 0 && left < innerWidth && bottom > 0
}
