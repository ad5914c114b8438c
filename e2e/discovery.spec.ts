import type { Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).locator('article')
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('"Load more" appends the next page, and Back restores all loaded products and the scroll position @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/shop-online?sort=price_asc')
  await expect(page.getByText('24 of 70')).toBeVisible()
  for (const [number, count] of [
    [2, 48],
    [3, 70],
  ] as const) {
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(cards(page)).toHaveCount(count)
    await expect(page).toHaveURL(new RegExp(`sort=price_asc&page=${number}$`))
  }
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  const names = await cards(page).getByRole('heading').allInnerTexts()
  expect(new Set(names).size).toBe(70)

  const link = cards(page).nth(59).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  await page.waitForTimeout(200)
  const position = await scrollY(page)
  const name = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()

  await expect(cards(page)).toHaveCount(70)
  await expect.poll(() => scrollY(page)).toBeGreaterThan(position - 10)
  expect(await scrollY(page)).toBeLessThan(position + 10)
  await expect(cards(page).nth(59).getByRole('link')).toBeFocused()
})

test('"Load more" by keyboard moves the focus to the first new product', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  await shopper.open('/shop-online')
  await page.getByRole('link', { name: 'Load more' }).focus()
  await page.keyboard.press('Enter')

  await expect(cards(page)).toHaveCount(48)
  await expect(cards(page).nth(24).getByRole('link')).toBeFocused()
})

test('a reload of a later page shows that page and a link to the earlier ones @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.open('/shop-online?page=2')
  await expect(page.getByText('25–48 of 70')).toBeVisible()
  await page.getByRole('link', { name: 'Earlier products' }).click()
  await expect(page.getByText('24 of 70')).toBeVisible()
})

test('infinite scrolling stops so that the footer can be reached @desktop', async ({ page, shopper }) => {
  // The document's data is requested beside it.
  await page.route(/\/shop-online(\/_payload\.json.*)?$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"settings":{', '"settings":{"listing_paging":"scroll",')
    await route.fulfill({ response, body })
  })
  await shopper.open('/shop-online')
  for (const count of [48, 70]) {
    await page.getByRole('navigation', { name: 'More of the list' }).scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(count)
  }
  await expect(page).toHaveURL(/page=3$/)
})

test('the grid size is remembered and rendered by the server', async ({ page, shopper, isPhone }) => {
  await shopper.open('/shop-online')
  if (isPhone) await page.getByRole('button', { name: 'One product per row' }).click()
  else await page.getByLabel('Products per row').selectOption('2')

  const columns = isPhone ? 1 : 2
  const inRow = () =>
    cards(page).evaluateAll((all) => {
      const tops = all.map((one) => one.getBoundingClientRect().top)
      return tops.filter((top) => top === tops[0]).length
    })
  await expect.poll(inRow).toBe(columns)
  const response = await page.reload()
  expect(await response?.text()).toContain(`--columns:${columns}`)
  expect(await inRow()).toBe(columns)

  // The smallest cards: no badge runs under a heart, and the number of products has one line.
  if (isPhone) {
    await page.getByRole('button', { name: 'One product per row' }).click()
    await page.setViewportSize({ width: 320, height: 640 })
  } else await page.getByLabel('Products per row').selectOption('6')
  await expect(cards(page).first().getByRole('button', { name: /^Save/ })).toBeVisible()
  const badgeAndHeart = () =>
    cards(page).evaluateAll((all) =>
      all.flatMap((card) => {
        const badge = [...card.querySelectorAll('p')].find(({ textContent }) => textContent === 'Bestseller')
        const heart = card.querySelector('button svg')
        if (!badge || !heart) return []
        return [heart.getBoundingClientRect().left - badge.getBoundingClientRect().right]
      }),
    )
  await expect.poll(async () => (await badgeAndHeart()).length).toBeGreaterThan(3)
  await expect.poll(async () => Math.min(...(await badgeAndHeart()))).toBeGreaterThanOrEqual(0)
  const lines = await shopper.total().evaluate((total) => {
    const range = document.createRange()
    range.selectNodeContents(total)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
  // WebKit draws a grey box around a select with its own look.
  await expect(page.getByLabel('Sort by')).toHaveCSS('appearance', 'none')
})

test('a price range is changed by keyboard, appears in the URL and can be removed', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.open('/shop-online')
  const low = page.getByRole('slider', { name: 'From price' })
  await low.focus()
  for (let pressed = 0; pressed < 10; pressed += 1) await page.keyboard.press('ArrowRight')

  await expect(page).toHaveURL(/price=\d+-/)
  await expect(page.getByRole('link', { name: /^Remove filter From ₹/ })).toBeVisible()
  const smallest = Math.min(
    ...(await cards(page).allInnerTexts()).map((text) =>
      Number(/₹([\d,]+)/.exec(text)?.[1]?.replace(',', '')),
    ),
  )
  const requested = Number(/price=(\d+)/.exec(page.url())?.[1])
  expect(smallest).toBeGreaterThanOrEqual(requested)

  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/price/)
  await expect(low).toHaveAttribute('aria-valuetext', '₹399')
})

test('a long facet can be expanded and searched', { tag: '@desktop' }, async ({ page, shopper }) => {
  await shopper.open('/shop-online')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('button', { name: /^Show all \d+ in Colour/ }).click()
  await filters.getByRole('searchbox', { name: 'Search in Colour' }).fill('marig')
  await filters.getByRole('checkbox', { name: /^Marigold/ }).check()

  await expect(page).toHaveURL(/colour=marigold/)
  await expect(page.getByRole('link', { name: 'Remove filter Colour: Marigold' })).toBeVisible()
})

test('a facet value without results is disabled, and a choice announces the number of results', async ({
  page,
  shopper,
  isPhone,
}) => {
  await shopper.open('/shop-online')
  if (isPhone) await page.getByRole('link', { name: /^Filters/ }).click()
  const filters = isPhone
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' })
  // Facets after the third are closed at first.
  await filters.getByText('Size', { exact: true }).click()
  await expect(filters.getByRole('checkbox', { name: /^A3 [1-9]/ })).toBeEnabled()
  // A click before hydration is replayed.
  await filters.getByRole('checkbox', { name: /^Textiles/ }).click()

  await expect(filters.getByRole('checkbox', { name: 'A3 0' })).toBeDisabled()
  await expect(filters.getByRole('checkbox', { name: /^Textiles/ })).toBeFocused()
  // The live region is inside the dialog, because everything outside an open dialog is inert.
  await expect(
    (isPhone ? filters : page).getByRole('status').filter({ hasText: '17 products' }),
  ).toBeAttached()
  if (isPhone) await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Newest' })
  await expect(page.getByRole('status').filter({ hasText: '17 products, sorted by Newest' })).toBeAttached()
})

test('removing filters by keyboard moves the focus to the next one and finally to the heading', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.open('/shop-online?category=textiles/throws&label=nothing-of-ours')
  await page.getByRole('link', { name: 'Remove filter Category: Throws' }).press('Enter')
  const last = page.getByRole('link', { name: 'Remove filter Label: Nothing of ours' })
  await expect(last).toBeFocused()
  await last.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/shop-online$/)
})

test('a product’s tag opens the listing of that tag, which can be filtered by stock', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.openProduct('fig-and-cedar-candle')
  await page
    .getByRole('navigation', { name: 'Similar products' })
    .getByRole('link', { name: 'Gift', exact: true })
    .click()
  await expect(page.getByRole('link', { name: 'Remove filter Tag: Gift' })).toBeVisible()
  const sold = cards(page).getByRole('link', { name: 'Fig & Cedar Candle' })
  await expect(sold).toBeVisible()
  await page.getByRole('checkbox', { name: 'In stock only' }).click()
  await expect(sold).toHaveCount(0)
  await page.getByRole('link', { name: 'Remove filter In stock' }).click()
  await expect(sold).toBeVisible()
})

test.describe('quick view', { tag: '@desktop' }, () => {
  test('opens over the listing, closes with Back and returns the focus to the card', async ({
    page,
    shopper,
  }) => {
    await shopper.open('/product-category/ceramics')
    const card = cards(page).nth(1)
    await card.hover()
    await card.getByRole('button', { name: 'Quick view of Grass Sprig Mug' }).click()
    const dialog = page.getByRole('dialog', { name: 'Grass Sprig Mug' })
    await expect(dialog.getByRole('button', { name: 'Add to cart' })).toBeVisible()
    await dialog.getByRole('link', { name: 'Olive', exact: true }).click()
    await expect(page).toHaveURL(/\/product-category\/ceramics$/)
    // No strip below the square pictures.
    const pictures = dialog.getByRole('list', { name: 'Pictures of Grass Sprig Mug' })
    const { width = 0, height = 0 } = (await pictures.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(200)
    expect(Math.abs(width - height)).toBeLessThan(2)

    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/product-category\/ceramics$/)
    await expect(card.getByRole('button', { name: /^Quick view/ })).toBeFocused()
  })

  test('adds a personalised product whose page is made ahead', async ({ page, shopper }) => {
    await shopper.open('/search?query=words')
    const card = cards(page).filter({ hasText: 'Your Words Mug' })
    // The product's own page is in the document as well then. Nothing is made ahead before the code for it has come, after the load event.
    await expect(async () => {
      await page.mouse.move(0, 0)
      await card.hover()
      await expect(page.locator('main > [inert] h1')).toHaveText('Your Words Mug', { timeout: 3_000 })
    }).toPass()
    await card.getByRole('button', { name: /^Quick view/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Your Words Mug' })
    await dialog.getByRole('textbox', { name: 'Name or short line' }).fill('Asha')

    await dialog.getByRole('button', { name: 'Add to cart' }).click()

    await expect(shopper.drawer()).toContainText('Asha')
  })

  test('opens by keyboard from the card and returns to it with Escape', async ({ page, shopper }) => {
    await shopper.open('/product-category/ceramics')
    // The wishlist's button comes with late code, and is between the two in the tab order.
    await expect(cards(page).nth(1).getByRole('button', { name: /^Save/ })).toBeVisible()
    await cards(page).nth(1).getByRole('link').focus()
    const button = page.getByRole('button', { name: 'Quick view of Grass Sprig Mug' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Grass Sprig Mug' })
    await expect(dialog.getByRole('link', { name: 'View full details' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Quick view of Grass Sprig Mug' })).toBeFocused()
  })

  test('closes after adding to the cart and shows the drawer', async ({ page, shopper }) => {
    await shopper.open('/product-category/ceramics')
    await cards(page).nth(1).hover()
    await page.getByRole('button', { name: 'Quick view of Grass Sprig Mug' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add to cart' }).click()

    await expect(shopper.drawer()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Quick view of Grass Sprig Mug' })).toBeFocused()
  })

  test('links to the product page, from which Back returns to the listing', async ({ page, shopper }) => {
    await shopper.open('/product-category/ceramics')
    await cards(page).nth(1).hover()
    await page.getByRole('button', { name: 'Quick view of Grass Sprig Mug' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Olive', exact: true }).click()
    await page.getByRole('link', { name: 'View full details' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Grass Sprig Mug' })).toBeVisible()
    await expect(page).toHaveURL(/sku=KL-MG-102-2/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Ceramics' })).toBeVisible()
  })
})

test('a finger chooses and adds a product on the list, and sees that it is being fetched @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/product-category/ceramics')
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
  await page.route(/quick-view-dialog/, (route) => pressed.then(() => route.continue()))
  const button = page.getByRole('button', { name: 'Add Grass Sprig Mug' })
  await button.tap()
  const line = page.locator('[data-step]')
  await expect(line).not.toHaveAttribute('data-step', 'idle')
  release()
  const dialog = page.getByRole('dialog', { name: 'Grass Sprig Mug' })
  await dialog.getByRole('link', { name: 'Olive', exact: true }).tap()
  await dialog.getByRole('button', { name: 'Add to cart' }).tap()

  await expect(shopper.drawer()).toContainText('Olive')
  await page.goBack()
  await expect(shopper.drawer()).toBeHidden()
  await expect(page).toHaveURL(/\/product-category\/ceramics$/)
  await expect(button).toBeFocused()
  await expect(line).toHaveAttribute('data-step', 'idle')
})

test('the zoom dialog enlarges a picture, works by keyboard and closes with Back', async ({
  page,
  shopper,
  isPhone,
}) => {
  await shopper.openProduct('grass-sprig-mug')
  await page
    .getByRole('button', { name: /^Look closely/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Grass Sprig Mug' })
  const picture = dialog.getByRole('img')
  await expect(dialog.getByText('1 of 2', { exact: true })).toBeVisible()
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const small = await width()
  if (isPhone) await dialog.getByRole('button', { name: 'Larger' }).click()
  else await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(small * 1.9)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain('/_img/1280x/')

  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await expect(dialog.getByText('2 of 2', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText('Picture 2 of 2')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/product\/grass-sprig-mug$/)
})

test('on a phone "Add to cart" stays in the bottom bar, and without a size it asks for one', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await shopper.openProduct('veranda-planter')
  // One of its sizes is low in stock, which says nothing before a size is chosen.
  await expect(page.getByText('In stock', { exact: true })).toHaveAttribute('data-availability', 'in_stock')
  const bar = page.locator('[data-shown]')
  // From the first screen on, except beside the buttons of the page.
  await expect(bar).toHaveAttribute('data-shown', 'true')
  await page.getByRole('main').getByRole('button', { name: 'Buy now' }).scrollIntoViewIfNeeded()
  await expect(bar).toHaveAttribute('data-shown', 'false')
  await page.getByText('Who makes it').scrollIntoViewIfNeeded()
  await expect(bar).toHaveAttribute('data-shown', 'true')
  const add = bar.getByRole('button', { name: 'Add to cart' })
  const box = await bar.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(page.viewportSize()?.height)
  await add.click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Choose a size')).toBeVisible()
  await expect(page.getByRole('link', { name: '12 cm', exact: true })).toBeFocused()
  await shopper.choose('18 cm')
  await page.getByText('Who makes it').scrollIntoViewIfNeeded()
  await add.click()
  await expect(shopper.drawer()).toBeVisible()
})

test('recently viewed products are offered @phone', async ({ page, shopper }) => {
  await shopper.openProduct('moon-vase')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recently_viewed'))).toBeTruthy()
  await shopper.openProduct('grass-sprig-mug')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await expect(viewed.getByRole('link', { name: 'Moon Vase', exact: true })).toBeVisible()
  await expect(viewed.getByRole('link', { name: 'Grass Sprig Mug', exact: true })).toHaveCount(0)
})

test('a sold-out option is named as text, and choosing another one keeps the quantity @phone', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct('grass-sprig-mug')
  await expect(page.getByText('Sold out: Marigold')).toBeVisible()
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' }).first()
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(quantity).toHaveValue('2')
  await shopper.choose('Olive')
  await expect(quantity).toHaveValue('2')
})

test.describe('search', () => {
  const field = (page: Page) => page.getByLabel('Search the shop').filter({ visible: true }).first()

  async function openSearch(page: Page, isPhone: boolean) {
    if (isPhone) await page.getByRole('link', { name: 'Search' }).click()
    else await field(page).focus()
    await expect(field(page)).toHaveRole('combobox')
  }

  test('suggests while typing: arrow keys choose, Escape closes, Enter opens', async ({
    page,
    shopper,
    isPhone,
  }) => {
    await shopper.open('/')
    await openSearch(page, isPhone)
    await field(page).pressSequentially('mug')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await page.getByRole('option').count()).toBeLessThanOrEqual(isPhone ? 9 : 11)
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('status').filter({ hasText: /suggestions/ })).toBeAttached()

    await page.keyboard.press('ArrowDown')
    const active = page.getByRole('option', { selected: true })
    await expect(active).toHaveCount(1)
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await active.getAttribute('id')) ?? '',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(field(page)).toHaveValue('mug')
    // Without a list to close it empties the field.
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveValue('')

    await field(page).pressSequentially('mugs')
    await page
      .getByRole('option', { name: /Grass Sprig Mug/ })
      .last()
      .waitFor()
    await page.getByRole('option', { name: /^Grass Sprig Mug ₹/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Grass Sprig Mug' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('offers recent searches and clears them @phone', async ({ page, shopper, isPhone }) => {
    await shopper.open('/')
    await openSearch(page, isPhone)
    await field(page).fill('vase')
    await field(page).press('Enter')
    await expect(page).toHaveURL(/\/search\?query=vase/)
    await shopper.open('/')
    await openSearch(page, isPhone)
    const recent = page.getByRole('region', { name: 'Recent searches' })
    await expect(recent.getByRole('link', { name: 'vase' })).toBeVisible()
    await recent.getByRole('button', { name: 'Forget vase' }).click()
    await expect(recent).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('recent_searches'))).toBe('[]')
  })

  test('on a phone Back closes it and keeps the page', { tag: '@phone' }, async ({ page, shopper }) => {
    await shopper.open('/shop-online')
    await openSearch(page, true)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/shop-online$/)
    await expect(page.getByRole('link', { name: 'Search' })).toBeFocused()
  })

  test('a misspelt query shows results for the corrected one @desktop', async ({ page, shopper }) => {
    await shopper.open('/search?query=cushon')
    await expect(page.getByText('Nothing is called “cushon”. These are for cushion')).toBeVisible()
    await expect(page.getByRole('link', { name: /Cushion/ }).first()).toBeVisible()
  })

  test('the query can be changed on the results page, which shows one field @phone', async ({
    page,
    shopper,
  }) => {
    await shopper.open('/search?query=vase')
    const own = page.getByLabel('Search the shop').filter({ visible: true })
    await expect(own).toHaveCount(1)
    await expect(own).toHaveValue('vase')
    await own.fill('candle')
    await own.press('Enter')
    await expect(page).toHaveURL(/query=candle/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('candle')
  })
})
