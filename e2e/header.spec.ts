import { expect, test } from './shopper.ts'

test.describe('at 1440 × 900', { tag: '@desktop' }, () => {
  test('notice and header are one row each, and the header stays with 64 pixels', async ({
    page,
    shopper,
  }) => {
    await shopper.open('/')
    await expect(page.getByRole('region', { name: 'Notice' })).toBeVisible()
    const main = page.getByRole('main')
    expect((await main.boundingBox())?.y).toBeLessThanOrEqual(110)
    const middles = await page
      .getByRole('banner')
      .locator('a:visible, input:visible')
      .evaluateAll((all) =>
        all.map((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return (top + bottom) / 2
        }),
      )
    expect(middles.length).toBeGreaterThan(10)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3)

    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
    await expect
      .poll(async () => {
        const box = await page.getByRole('banner').boundingBox()
        return box && [box.y, box.height]
      })
      .toEqual([0, 64])
  })

  for (const path of ['/product-category/ceramics', '/product-category/ceramics/mugs', '/shop-online'])
    test(`the first products of ${path} begin above 480 pixels`, async ({ page, shopper }) => {
      await shopper.open(path)
      const card = page.getByRole('main').getByRole('article').first()
      expect((await card.boundingBox())?.y).toBeLessThan(480)
    })

  test('the panel of a menu has the full width, with groups and two pictures', async ({ page, shopper }) => {
    await shopper.open('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const name of ['Shop all', 'Ceramics']) {
      await menu.getByRole('button', { name: `${name}: show what is inside` }).click()
      const all = menu.getByRole('link', { name: `View all: ${name}` })
      await expect(all).toBeVisible()
      const panel = menu.locator('div', { has: page.getByLabel(`View all: ${name}`) }).first()
      expect((await panel.boundingBox())?.width).toBe(1440)
      await expect(panel.locator('img')).toHaveCount(2)
      await expect(panel.getByRole('link', { name: 'Vases' })).toBeVisible()
    }
  })
})

test.describe('on a tablet', { tag: '@desktop' }, () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('a finger finds the buttons of the menu beside its names, in one row', async ({ page, shopper }) => {
    await shopper.open('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const toggles = menu.getByRole('button', { name: /show what is inside$/ })
    // Nothing is over the pixels of a button that are at its edges.
    const free = await toggles.evaluateAll((all) =>
      all.map((toggle) => {
        const { left, right, top, height } = toggle.getBoundingClientRect()
        const isHit = (x: number) => toggle.contains(document.elementFromPoint(x, top + height / 2))
        return isHit(left + 1) && isHit(right - 1)
      }),
    )
    expect(free.length).toBeGreaterThan(5)
    expect(free).not.toContain(false)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(64)
  })
})
