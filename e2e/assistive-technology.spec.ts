import type { Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

test('filters are groups with names, and a link skips them', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  await shopper.open('/product-category/ceramics')
  const unnamed = await page
    .locator('#filters details')
    .evaluateAll((groups) =>
      groups
        .filter(
          (group) => group.getAttribute('aria-label') !== group.querySelector('summary')?.innerText.trim(),
        )
        .map((group) => group.textContent),
    )
  expect(unnamed).toEqual([])
  await expect(page.getByRole('group', { name: 'Colour' }).getByRole('checkbox').first()).toBeAttached()

  await page.getByRole('link', { name: 'Skip to the products' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const focused = page.locator('#products').locator(':focus')
  await expect(focused).toBeVisible()
})

test('the new subtotal of a changed cart is announced once @phone', async ({ page, shopper }) => {
  await shopper.addToCart('milk-jug')
  const status = shopper.drawer().getByRole('status')
  await expect(status.filter({ hasText: 'subtotal' })).toHaveCount(0)

  await shopper.drawer().getByRole('button', { name: 'One more' }).click()

  await expect(status.filter({ hasText: /^2 items in the cart, subtotal ₹/ })).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('one message announces a refused form, whatever the number of its wrong fields @desktop', async ({
  page,
  shopper,
}) => {
  const send: [string, string][] = [
    ['/contact', 'Send'],
    ['/register?mode=legacy', 'Register'],
  ]
  for (const [path, name] of send) {
    await shopper.open(path)
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(name, 'i') })
      .click()
    await expect.poll(() => page.locator('[aria-invalid="true"]').count(), path).toBeGreaterThan(1)
    expect(await alerts(page), path).toHaveLength(1)
  }
  await shopper.addToCart('milk-jug')
  await shopper.goToCheckout()
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(1)
  expect(await alerts(page)).toHaveLength(1)
})

const alerts = (page: Page) => page.locator('[role="alert"]').filter({ visible: true }).allInnerTexts()

test('the rating of a product leads to its reviews @desktop', async ({ page, shopper }) => {
  await shopper.openProduct('everyday-speckled-mug')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Rated / })
    .click()
  await expect(page).toHaveURL(/#reviews$/)
  await expect(page.getByRole('heading', { name: 'Customer reviews' })).toBeInViewport()
})

test('hearts have the colors of the system in forced colors @phone', async ({ page, shopper }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await shopper.open('/shop-online')
    const heart = page
      .getByRole('button', { name: /^Save / })
      .first()
      .locator('svg')
    await expect(heart).toBeVisible()
    const [icon, ground] = await heart.evaluate((svg) => {
      const { color, backgroundColor } = getComputedStyle(svg)
      return [color, backgroundColor]
    })
    expect([icon, ground].sort()).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  }
})
