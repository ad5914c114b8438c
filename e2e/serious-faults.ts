import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe calls serious or critical on a page as it is now, with where it is. */
export async function seriousFaults(page: Page) {
  // What stands under a bar that stays in its place is not hidden, only not scrolled to.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('body *:not(dialog)'))
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) one.style.position = 'static'
  })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('body *:not(dialog)'))
      if (one.style.position === 'static') one.style.position = ''
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
    )
}
