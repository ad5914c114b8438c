import { keysOf } from './keyboard-steps.ts'
import { expect, test } from './shopper.ts'

// Phones have no keyboard.
test('a shopper adds a product from the listing to the cart by keyboard alone', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  const keys = keysOf(page)
  await shopper.open('/product-category/ceramics')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await keys.enter(page.getByRole('link', { name: 'Banyan Fan Mug', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Banyan Fan Mug' })).toBeFocused()

  await keys.enter(page.getByRole('button', { name: 'Add to cart' }).first())
  await expect(shopper.drawer()).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))).toBe(
    true,
  )

  // The focused element has a visible focus ring.
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement as Element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    }),
  ).toBe(true)

  await page.keyboard.press('Escape')
  await expect(shopper.drawer()).toBeHidden()
  await expect(page.getByRole('button', { name: /Add/ })).toBeFocused()
  await shopper.seesInCart(1)

  // Neither does the sticky header, menu included, cover an element that Shift+Tab scrolls to.
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  const header = await page.getByRole('banner').evaluate((banner) => banner.getBoundingClientRect().bottom)
  // Hearts are rendered after hydration.
  const related = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'You may also like' }) })
  await expect(related.getByRole('button', { name: /^Save / }).last()).toBeAttached()
  const hearts: string[] = []
  for (let pressed = 0; pressed < 12; pressed += 1) {
    await page.keyboard.press('Shift+Tab')
    const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top)
    await expect.poll(top).toBeGreaterThanOrEqual(header)
    const heart = related.getByRole('button', { name: /^Save / }).and(page.locator(':focus'))
    if ((await heart.count()) > 0) hearts.push((await heart.getAttribute('aria-label')) ?? '')
  }
  // Otherwise the loop has not reached the buttons that the header once covered.
  expect(hearts).not.toEqual([])
})
