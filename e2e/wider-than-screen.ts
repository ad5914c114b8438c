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
