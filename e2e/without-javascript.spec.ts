import { expect, test } from './shopper.ts'

test.use({ javaScriptEnabled: false })

test('a shopper browses, filters, sorts, pages and opens a product without JavaScript @phone', async ({
  page,
  isPhone,
}) => {
  await page.goto('/')
  if (!isPhone) {
    await page.getByRole('link', { name: 'Ceramics', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ceramics' })).toBeVisible()
  }
  await page.goto('/shop-online')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.locator('article').first()).toBeVisible()

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: low to high' })
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(page).toHaveURL(/sort=price/)

  if (isPhone) await page.getByRole('link', { name: /^Filters/ }).click()
  await page.getByRole('checkbox', { name: /^Textiles / }).check()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toBeVisible()
  await expect(page).toHaveURL(/sort=price/)
  if (isPhone) await page.getByRole('link', { name: /^Filters/ }).click()
  await page.getByText('Material', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Mango wood 0' }).first()).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0)

  await page.locator('article').first().getByRole('link').first().click()
  await expect(
    page
      .getByText('In stock')
      .or(page.getByText(/^Only \d+ left$/))
      .or(page.getByText('Sold out'))
      .first(),
  ).toBeVisible()
})

test('a shopper searches without JavaScript @phone', async ({ page, isPhone }) => {
  await page.goto(isPhone ? '/search' : '/')
  const field = page.getByLabel('Search the shop').filter({ visible: true }).first()
  await field.fill('candle')
  await field.press('Enter')

  await expect(page).toHaveURL(/\/search\?query=candle/)
  await expect(page.getByRole('link', { name: 'Vetiver Candle', exact: true })).toBeVisible()
})

test('a missing size is requested without JavaScript @desktop', async ({ page }) => {
  await page.goto('/product/buti-block-print-cushion')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page).toHaveURL(/cushion#.+-size$/)
  await expect(page.locator(':target')).toContainText('Choose a size')
  await page.getByRole('link', { name: '50 cm', exact: true }).click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()

  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText(/50 cm/).first()).toBeVisible()
})

test('a variation is a link without JavaScript @phone', async ({ page }) => {
  await page.goto('/product/grass-sprig-mug')
  await page.getByRole('link', { name: 'Olive', exact: true }).click()

  await expect(page).toHaveURL(/sku=KL-MG-102-2/)
  await expect(page.getByRole('link', { name: 'Olive', exact: true })).toHaveAttribute('aria-current', 'true')
})
