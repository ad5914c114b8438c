import { findBrowser } from '../scripts/find-browser.ts'
import { expect, test } from './shopper.ts'

// Scrollbars that take 15 px of the page, as on Windows and on desktops of Linux. `100vw` includes them.
test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--disable-quic', '--disable-features=OverlayScrollbar'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test('the text of the hero starts at the left edge of the page beside a scrollbar that takes space', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.open('/')
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(5)

  const leftOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => one.getBoundingClientRect().left)

  const edge = await leftOf('header a[href="/"]')
  expect(await leftOf('h1')).toBeCloseTo(edge, 0)
})

test('a full-width section fills the page from its left edge beside a scrollbar that takes space', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  // Wider than the largest page, so that other sections have margins.
  await page.setViewportSize({ width: 1920, height: 900 })
  await shopper.open('/gift-guide')
  const band = page.locator('#delivery-dates')
  await expect(band).toHaveAttribute('data-width', 'full')

  const { left, right, margin, pageWidth } = await band.evaluate((frame) => {
    const section = frame.querySelector('section') as Element
    const { left, right } = section.getBoundingClientRect()
    const margin = getComputedStyle(section).paddingLeft
    return { left, right, margin, pageWidth: document.documentElement.clientWidth }
  })
  expect(left).toBe(0)
  expect(right).toBe(pageWidth)
  expect(Number.parseFloat(margin)).toBeLessThanOrEqual(48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(pageWidth)
  expect(await page.evaluate(() => innerWidth)).toBeGreaterThan(pageWidth)
})

for (const path of ['/', '/shop-online', '/product/moon-vase', '/gift-guide', '/cart'])
  test(`${path} is not wider than the page beside a scrollbar that takes space`, {
    tag: '@desktop',
  }, async ({ page, shopper }) => {
    await shopper.open(path)

    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(beyond).toBe(0)
  })
