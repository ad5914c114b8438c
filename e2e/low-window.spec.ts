import type { Locator, Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

// WCAG 1.4.10 and 2.4.11: a zoom of 400 % makes 1280 × 900 pixels 320 × 225; a phone on its side is 667 × 375 and less.
for (const size of [
  { width: 320, height: 225 },
  { width: 667, height: 375 },
])
  test.describe(`at ${size.width} × ${size.height}`, { tag: '@desktop' }, () => {
    test.use({ viewport: size })

    test('the cookie banner is above the header, and each of its buttons is reached', async ({ page }) => {
      await page.goto('/')
      // The demo shop has no optional cookie to ask for.
      await page.evaluate(() => {
        document.documentElement.dataset.cookies = 'ask'
      })
      const banner = page.getByRole('region', { name: 'Cookies' })
      for (const name of ['Accept All', 'Cookie Preferences', 'Decline All'])
        await isReached(banner.getByRole('button', { name }))

      await banner.getByRole('button', { name: 'Decline All' }).click()
      await expect(banner).toBeHidden()
      await expect(page).toHaveURL(/\/$/)
    })

    test('the cart drawer scrolls to its buttons', async ({ page, shopper }) => {
      await shopper.addToCart('moon-vase')
      for (const name of ['View cart', 'Proceed to checkout'])
        await isReached(shopper.drawer().getByRole('link', { name }))
      await isReached(shopper.drawer().getByRole('button', { name: 'Close' }))
      await page.keyboard.press('Escape')
      await expect(shopper.drawer()).toBeHidden()
    })

    test('no bar stays on screen while the page scrolls', async ({ page, shopper }) => {
      for (const path of ['/', '/product-category/ceramics', '/product/moon-vase', '/cart']) {
        await shopper.open(path)
        await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
        expect(await barsOnScreen(page), path).toEqual([])
      }
    })
  })

/** Whether a press in its middle hits it, after scrolling to it. */
async function isReached(control: Locator) {
  await control.scrollIntoViewIfNeeded()
  const hits = () =>
    control.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(hits).toBe(true)
}

/** Elements as wide as the window that do not scroll with the page. */
const barsOnScreen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { position } = getComputedStyle(element)
        const { width, height, top, bottom } = element.getBoundingClientRect()
        const isSeen =
          height > 20 && bottom > 0 && top < innerHeight && element.checkVisibility({ opacityProperty: true })
        return isSeen && width > innerWidth * 0.8 && /sticky|fixed/.test(position)
      })
      .map(({ tagName, className }) => `${tagName}.${className}`),
  )
