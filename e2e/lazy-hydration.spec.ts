import type { Page } from '@playwright/test'
import { address, expect, test } from './shopper.ts'

const NAMES = /\/assets\/(product|listing)-parts-[\w-]+\.js$/

/** Keeps these files from arriving. @returns lets them come. */
async function hold(page: Page, files: RegExp) {
  const arrival = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await arrival.promise
    await route.continue()
  })
  return arrival.resolve
}

test('a click on the gallery while its code is loading opens the zoom dialog once it is hydrated', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const arrive = await hold(page, NAMES)
  await shopper.open('/product/moon-vase')
  await page
    .getByRole('button', { name: /^Look closely/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  arrive()

  await expect(page.getByRole('dialog', { name: 'Moon Vase' })).toBeVisible()
})

test('a filter chosen while its code is loading is applied once it is hydrated', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const arrive = await hold(page, NAMES)
  await shopper.open('/product-category/ceramics')
  await page.getByRole('complementary', { name: 'Filters' }).getByText('Olive', { exact: true }).click()
  arrive()

  await expect(page).toHaveURL(/colour=olive/)
  await expect(page.getByRole('checkbox', { name: /^Olive/ })).toBeChecked()
})

test('a quantity typed while its code is loading is the one that is added', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const arrive = await hold(page, NAMES)
  await shopper.open('/product/milk-jug')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  arrive()

  await expect(shopper.drawer().getByRole('spinbutton', { name: /^Quantity of Milk Jug/ })).toHaveValue('3')
})

test('a button pressed before the scripts have loaded works once the page is hydrated', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const arrive = await hold(page, /\/assets\/entry-client-[\w-]+\.js$/)
  // The load event waits for scripts that were requested before it.
  await page.goto('/shop-online', { waitUntil: 'domcontentloaded' })
  const button = page.getByRole('button', { name: 'Ceramics: show what is inside' })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  arrive()

  await shopper.isHydrated()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('what is entered on the payment step before the scripts have loaded is preserved when the page is hydrated', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress(address)
  await shopper.goToPayment()
  const arrive = await hold(page, /\/assets\/entry-client-[\w-]+\.js$/)
  await page.goto('/checkout/payment', { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await page.getByRole('radio', { name: /^Express delivery/ }).check()
  await page.getByLabel('Delivery instructions').fill('Ring twice')
  await shopper.acceptTerms()
  const order = page.getByRole('button', { name: /^(Place order|Pay)/ })
  const before = await order.textContent()
  arrive()
  await shopper.isHydrated()
  // An order that is placed before its delivery is saved would be refused: the total that the button shows has changed.
  await expect(order).not.toHaveText(before ?? '')

  await shopper.placeOrder()
  await expect(page.getByRole('definition').filter({ hasText: 'Express delivery' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Ring twice' })).toBeVisible()
})

test.describe('code that does not load', () => {
  test.use({ mayComplain: [/Failed to load resource|net::ERR_FAILED|dynamically imported module/] })

  test('a part whose code fails to load keeps the page and offers "Try again"', {
    tag: '@desktop',
  }, async ({ page, shopper }) => {
    let isDown = true
    await page.route(NAMES, (route) => (isDown ? route.abort() : route.continue()))
    await shopper.open('/product/moon-vase')
    await page
      .getByRole('button', { name: /^Look closely/ })
      .first()
      .click()
    const failure = page.getByRole('status').filter({ hasText: 'This part of the page didn’t load.' })
    await expect(failure).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1, name: 'Moon Vase' })).toBeVisible()

    isDown = false
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toHaveCount(0)
    await expect(async () => {
      const dialog = page.getByRole('dialog', { name: 'Moon Vase' })
      const button = page.getByRole('button', { name: /^Look closely/ }).first()
      // A slow dialog of the previous click covers the button.
      if (!(await dialog.isVisible())) await button.click({ timeout: 1_000 })
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })
})
