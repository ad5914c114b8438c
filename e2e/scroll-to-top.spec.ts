import type { Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

/** Pages with each of the fixed bars of phones: the menu alone, with a buy bar, with a filter bar, with a checkout bar. */
const paths = ['/', '/shop-online', '/product/moon-vase', '/faq', '/contact', '/cart', '/checkout/address']

// Fixed controls at every position, and all controls at the end of the page, where no scrolling uncovers them.
test('the button back to the top covers no fixed control and none at the end of a page', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await shopper.addToCart('milk-jug')
  for (const path of paths) await checkPage(path)
  await shopper.becomeCustomer()
  await checkPage('/account/your-data')

  async function checkPage(path: string) {
    await shopper.open(path)
    for (const share of [0.6, 0.8, 1]) {
      await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), share)
      await expect(page.getByRole('button', { name: 'Back to the top' })).toBeVisible()

      // Polled, because bars move for some frames after a scroll.
      await expect.poll(() => coveredControls(page, share === 1), `${path} at ${share}`).toEqual([])
    }
  }
})

/** The controls that lie under the button. */
const coveredControls = (page: Page, isEnd: boolean) =>
  page.getByRole('button', { name: 'Back to the top' }).evaluate((button, isEnd) => {
    const area = button.getBoundingClientRect()
    const isFixed = (one: Element | null): boolean =>
      one !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(one).position) || isFixed(one.parentElement))
    return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((one) => {
        if (one === button || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          return false
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        const isUnder = left < area.right && right > area.left && top < area.bottom && bottom > area.top
        return width > 0 && isUnder && (isEnd || isFixed(one))
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
  }, isEnd)
