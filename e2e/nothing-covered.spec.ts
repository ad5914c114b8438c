import type { Page } from '@playwright/test'
import { fillCart } from './order-steps.ts'
import { expect, nextFrames, test } from './shopper.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 1200, height: 750 },
  { width: 1440, height: 900 },
]

for (const viewport of windows)
  test.describe(`at ${viewport.width} × ${viewport.height}`, { tag: '@desktop' }, () => {
    test.use({ viewport })

    test.describe('when the cart does not answer', () => {
      test.use({ mayComplain: [/500/] })

      test('a failed addition covers neither a price nor a button', async ({ page, shopper }) => {
        await page.route('**/api/cart/add-item', (route) =>
          route.fulfill({ status: 500, json: { status: 'error', code: 'SERVER', message: 'Try again' } }),
        )
        await shopper.openProduct('moon-vase')
        const add = page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true })
        await add.first().click()
        await coversNothing(page)

        if (viewport.width >= 768) return
        await page.getByRole('button', { name: 'Dismiss' }).click()
        await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }))
        await page.locator('[data-bar]').getByRole('button', { name: 'Add to cart' }).click()
        await coversNothing(page)
      })
    })

    test('a message in the cart drawer takes room instead of covering a line', async ({ page, shopper }) => {
      await fillCart(page, 'milk-jug')
      await fillCart(page, 'noodle-bowl')
      await fillCart(page, 'little-town-notebook')
      await shopper.addToCart('moon-vase')
      await shopper
        .drawer()
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await expect(shopper.drawer().getByRole('button', { name: 'Undo' })).toBeVisible()
      await coversNothing(page)
    })

    test('the message of a wishlist covers neither a price nor a button', async ({ page, shopper }) => {
      await shopper.becomeCustomer()
      await shopper.openProduct('milk-jug')
      await page.getByRole('button', { name: 'Save Milk Jug' }).click()
      await coversNothing(page)

      await shopper.open('/shop-online')
      for (const top of [0, 300, 460]) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
        const hearts = page.getByRole('button', { name: /^Save / }).filter({ visible: true })
        await hearts.first().click()
        await coversNothing(page)
        await page.getByRole('button', { name: 'Dismiss' }).first().click()
      }
    })

    test('the message of a coupon covers neither a price nor a button', async ({ page, shopper }) => {
      await fillCart(page, 'moon-vase')
      await page.request.post('/api/cart/coupons/apply', {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { code: 'WELCOME10' },
      })
      await shopper.open('/cart')
      await page.getByRole('button', { name: /^Remove coupon/ }).click()
      await coversNothing(page)
    })

    test('the cookie banner leaves the first button of the home page free', async ({ page }) => {
      await page.goto('/')
      // The demo shop has no optional cookie to ask for.
      await page.evaluate(() => {
        document.documentElement.dataset.cookies = 'ask'
      })
      const banner = page.getByRole('region', { name: 'Cookies' })
      const button = page.locator('main section a').first()
      // The fonts come after the first paint and are lower than those in their place.
      await expect(async () => {
        const [above, below] = [await button.boundingBox(), await banner.boundingBox()]
        expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      }).toPass({ timeout: 10_000 })
    })

    test('the chat covers no control of the page', async ({ page, shopper }) => {
      test.skip(viewport.width < 768, 'there it is in the bar at the bottom, which the page passes behind')
      for (const path of ['/', '/shop-online', '/product/moon-vase', '/cart']) {
        await shopper.open(path)
        const chat = page.getByRole('link', { name: /^Chat with us/ })
        await expect(chat).toBeVisible()
        for (let top = 0; top < 2_000; top += 250) {
          await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
          expect(await chat.evaluate(coveredBy), `${path} at ${top}`).toEqual([])
        }
      }
    })
  })

/** What the visible messages lie over. */
async function coversNothing(page: Page) {
  const toast = page
    .getByRole('region', { name: 'Messages' })
    .locator(':scope > div')
    .filter({ visible: true })
    .last()
  await expect(toast).toBeVisible()
  // A message gets its place in the frame after it.
  await nextFrames(page)
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  expect(await toast.evaluate(coveredBy)).toEqual([])
}

/** The small controls and the prices of the page, or of the dialog around it, that an element lies over. */
function coveredBy(element: Element): string[] {
  const box = element.getBoundingClientRect()
  const around = element.closest('dialog') ?? document.body
  const own = element.closest('[aria-label="Messages"]') ?? element
  const found: string[] = []
  for (const other of around.querySelectorAll('*')) {
    const isControl = other.matches('a, button, input, select, summary')
    const isPrice = [...other.childNodes].some(
      (node) => node.nodeType === 3 && /₹\s?\d/.test(node.nodeValue ?? ''),
    )
    if (!(isControl || isPrice) || own.contains(other) || other.closest('[inert]')) continue
    const { left, right, top, width, height, bottom } = other.getBoundingClientRect()
    if (width < 2 || height < 2 || height >= 96 || getComputedStyle(other).visibility === 'hidden') continue
    // What a drawer has scrolled out is behind its foot.
    const scroller = around === document.body ? undefined : around.querySelector(':scope > :nth-child(2)')
    const end = scroller?.contains(other) ? scroller.getBoundingClientRect().bottom : Number.POSITIVE_INFINITY
    const shownUntil = Math.min(bottom, end)
    if (left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && shownUntil > box.top + 1)
      found.push(`${other.tagName} ${other.getAttribute('aria-label') ?? other.textContent}`)
  }
  return found
}
