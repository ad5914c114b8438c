import { expect, test } from './shopper.ts'
import { widerThanScreen } from './wider-than-screen.ts'

test('Back closes the phone menu, and a link in it takes one Back to undo', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.open('/faq')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu).toBeVisible()

  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/faq$/)

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Track', exact: false }).first().click()
  await expect(page).toHaveURL(/\/track-order/)
  await expect(menu).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/faq$/)
})

test('after a reload of a product, Back restores all loaded pages of the list @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/shop-online')
  const cards = page.getByRole('region', { name: 'Products' }).getByRole('article')
  const first = await cards.first().innerText()
  const onePage = await cards.count()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards).toHaveCount(2 * onePage)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards).toHaveCount(ALL)
  await cards
    .nth(2 * onePage + 2)
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/product\//)
  await page.reload()

  await page.goBack()

  await expect(cards).toHaveCount(ALL)
  expect(await cards.first().innerText()).toBe(first)
})

/** The products of the demo shop. */
const ALL = 70

test('without the Navigation API the choices in the filter sheet apply at once', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
  await page.addInitScript(() => Reflect.deleteProperty(Window.prototype, 'navigation'))
  await shopper.open('/product-category/ceramics')
  await page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const boxes = sheet.getByRole('checkbox')
  const all = await sheet.getByRole('button', { name: /^Show \d+ results?/ }).textContent()
  await boxes.nth(0).check()
  await expect(sheet.getByRole('button', { name: /^Show \d+ results?/ })).not.toHaveText(all ?? '')
  await expect(boxes.nth(0)).toBeFocused()
  await boxes.nth(1).check()

  // Before the answer to the second choice.
  await sheet.getByRole('button', { name: /^Show \d+ results?/ }).click()

  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\?.+/)
  await expect(page.getByRole('link', { name: 'Filters (2)' })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/product-category\/ceramics$/)
})

test('the cart does not move while its code is loaded @phone', async ({ page, shopper }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await shopper.addToCart('moon-vase')
  await shopper.open('/cart')
  const more = page.getByRole('button', { name: 'One more' }).first()
  await more.focus()
  // React adds this property to an element that it hydrates: the code is loaded then.
  const isHydrated = (button: Element) => Object.keys(button).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => more.evaluate(isHydrated)).toBe(true)

  const shifts = await page.evaluate(async () => {
    // The observer reports a shift after the frame that shows it.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: number[] }).shifts
  })
  // 0.015 while the steps had no styles.
  expect(Math.max(0, ...shifts)).toBeLessThan(0.01)
})

test('no page is wider than 320 px with wide text and paragraph spacing @phone', async ({
  page,
  shopper,
}) => {
  // Without a cart and an address the checkout redirects to the missing step.
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/shop-online', '/checkout/address', '/checkout/payment']) {
    await shopper.open(path)
    await expect(page).toHaveURL(path)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`,
      )
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })
    await expect.poll(() => widerThanScreen(page), path).toEqual([])
  }
})
