import type { Page } from '@playwright/test'

/** Elements that make the page wider than the screen, except those that scroll within themselves. WCAG 1.4.10. */
export function widerThanScreen(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1,
    )
    return [`${scrollWidth} px wide`, ...wide.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 120))]
  })
}

/**
 * Short words that are broken over two lines: their column has no room for them. A column beside others shrinks to one letter a line
 * with `overflow-wrap: anywhere`, which is no wider than the screen.
 */
export function brokenWords(page: Page) {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      const isShown = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isShown || parent?.closest('[inert], [aria-hidden="true"], script, style, noscript')) continue
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s-]{2,9}(?![^\s-])/g)) {
        if (index > 0 && !/[\s-]/.test(node.nodeValue?.[index - 1] ?? '')) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(`“${word}” of ${parent?.outerHTML.slice(0, 120)}`)
      }
    }
    return found.slice(0, 8)
  })
}
