import { expect, test } from './shopper.ts'

const cards = 'article'

test('filters narrow a listing, appear in its URL and can be removed @phone', async ({ page, shopper }) => {
  await shopper.open('/shop-online')
  const total = shopper.total()
  const all = await total.textContent()

  await shopper.filter(/^Textiles /)
  await expect(total).not.toHaveText(all ?? '')
  const filtered = await total.textContent()
  await page.reload()
  await shopper.isHydrated()
  await expect(total).toHaveText(filtered ?? '')

  await page
    .getByRole('link', { name: /^Remove filter/ })
    .first()
    .click()
  await expect(total).toHaveText(all ?? '')
})

test('on a phone Back closes the filter sheet in one step after several choices', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.open('/')
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Shop' }).click()
  await expect(page).toHaveURL(/\/shop-online$/)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const open = () => page.getByRole('link', { name: /^Filters/ }).click()
  await open()
  // Only the content scrolls, not header and footer of the sheet.
  expect(await sheet.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/shop-online$/)

  await open()
  await sheet.getByRole('checkbox', { name: /^Ceramics/ }).check()
  await sheet.getByRole('checkbox', { name: /^Terra/ }).check()
  await expect(page).toHaveURL(/category=ceramics&colour=terra$/)
  await sheet.getByRole('button', { name: /^Show \d+ results?$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/category=ceramics&colour=terra$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/shop-online$/)
  await expect(page.getByText('70 products', { exact: true })).toBeVisible()
})

test('sorting by price shows the cheapest product first @desktop', async ({ page, shopper }) => {
  await shopper.open('/shop-online')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL(/sort=/)

  const prices = async () =>
    (await page.locator(cards).allInnerTexts()).map((text) =>
      Number(/₹([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')),
    )
  await expect
    .poll(async () => {
      const shown = await prices()
      return JSON.stringify(shown) === JSON.stringify(shown.toSorted((a, b) => a - b))
    })
    .toBe(true)
})

test('the pages of a listing show every product exactly once @phone', async ({ page, shopper }) => {
  await shopper.open('/shop-online')
  const total = Number((await shopper.total().textContent())?.split(' ')[0])
  const seen: string[] = []
  for (let number = 1; seen.length < total && number <= total; number += 1) {
    await shopper.open(`/shop-online?page=${number}`)
    seen.push(...(await page.locator(cards).getByRole('heading').allInnerTexts()))
  }
  expect(seen).toHaveLength(total)
  expect(new Set(seen).size).toBe(total)
})

test('Back restores the scroll position of a listing, and Forward the product @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.open('/shop-online?sort=price_asc')
  const card = page.locator(cards).nth(14).getByRole('link').first()
  const name = await card.textContent()
  await card.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  const position = await page.evaluate(() => Math.round(scrollY))
  expect(position).toBeGreaterThan(200)

  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBeGreaterThan(position - 60)
  expect(await page.evaluate(() => Math.round(scrollY))).toBeLessThan(position + 60)
  await expect(page).toHaveURL(/sort=price_asc/)

  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
})

test('a search finds products and keeps the query in the field @desktop', async ({ page, shopper }) => {
  await shopper.open('/')
  await shopper.search('moon vase')
  await expect(page).toHaveURL(/\/search\?query=moon/)
  await expect(page.locator(cards).getByRole('link', { name: 'Moon Vase', exact: true })).toBeVisible()
  await expect(page.getByLabel('Search the shop').first()).toHaveValue('moon vase')
})

test('a search without results says so and offers alternatives @phone', async ({ page, shopper }) => {
  await shopper.open('/search?query=zzzzqqqq')

  await expect(page.getByText('No results for “zzzzqqqq”')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ceramics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ceramics' })).toBeVisible()
})

test('choosing a variation changes price, picture and URL, and a reload keeps it @phone', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct('buti-block-print-cushion')

  await shopper.choose('50 cm')
  await expect(page).toHaveURL(/sku=KL-CU-134-/)
  const price = await page.getByText(/₹/).first().textContent()
  await page.reload()

  await expect(page.getByRole('link', { name: '50 cm', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText(/₹/).first()).toHaveText(price ?? '')

  // Printed: the product, without what only a screen can use.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText(/₹/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Look closely/ }).first()).toBeVisible()
  for (const useless of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Add to cart' }),
    page.getByRole('button', { name: 'Check', exact: true }),
    page.getByRole('heading', { name: 'You may also like' }),
  ])
    await expect(useless.filter({ visible: true })).toHaveCount(0)
})

test.describe('a missing page', () => {
  test.use({ mayComplain: [/status of 404/] })

  test('answers 404 with a message and a link to the home page @desktop', async ({ page, shopper }) => {
    const response = await shopper.open('/no/such/page')

    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Page Not Found!')
    await page.getByRole('link', { name: 'Go Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('an unknown product answers 404 @desktop', async ({ page, shopper }) => {
    const response = await shopper.open('/product/no-such-vase')

    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Page Not Found!')
  })
})

test.describe('leaving a page that loads', () => {
  test.use({ mayComplain: [/net::ERR_FAILED/] })

  test('a page whose data is aborted because another page is being loaded does not cancel that load @desktop', async ({
    page,
  }) => {
    const data = Promise.withResolvers<void>()
    const document = Promise.withResolvers<void>()
    // As in Firefox: the requests of a page end when another one begins to load, which may take long.
    await page.route('**/product-category/ceramics/_payload.json*', async (route) => {
      await data.promise
      await route.abort()
    })
    await page.route('**/product/moon-vase', async (route) => {
      data.resolve()
      await document.promise
      await route.continue()
    })
    const payloadRequest = page.waitForRequest('**/_payload.json*')
    await page.goto('/product-category/ceramics')
    await payloadRequest
    let reloads = 0
    page.on('request', (request) => void (request.url().endsWith('/product-category/ceramics') && reloads++))

    const failed = page.waitForEvent('requestfailed')
    await page.evaluate(() => location.assign('/product/moon-vase'))
    await failed
    await page.waitForTimeout(1_500)
    document.resolve()
    await expect(page).toHaveURL(/moon-vase$/)

    expect(reloads).toBe(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Moon Vase' })).toBeVisible()
  })
})
