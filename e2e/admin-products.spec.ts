import sharp from 'sharp'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

// A guest who opens the back office, refused entries, and a first visit before the back office is built.
test.use({ mayComplain: [/status of (401|404|422|503)/] })

test('a new price is in the shop within two seconds, and in the audit log with the names of what changed @desktop', async ({
  page,
  isPhone,
}) => {
  const { email } = await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products')
  await page.getByLabel('Search products').fill('milk jug')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Milk Jug' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Milk Jug')
  const price = page.getByRole('textbox', { name: /^Price of/ }).first()
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await price.fill('777')
  await page.getByLabel('Brand').selectOption({ index: 1 })
  await page
    .getByRole('textbox', { name: /^Compare price of/ })
    .first()
    .fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product saved')).toBeVisible()
  const address = await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')
  await expect
    .poll(async () => (await page.request.get(address ?? '')).text(), { timeout: 2_000, intervals: [100] })
    .toContain('777')

  await page.goto('/admin/audit')
  const entry = page.getByRole('listitem').filter({ hasText: 'Product: update' }).filter({ hasText: email })
  await expect(entry.getByText(/^Variations, .*, Price: .*₹777$/)).toBeVisible()
  await expect(entry.getByText(/^Brand: [A-Z].* → [A-Z]/)).toBeVisible()
})

test('a price and a stock that cannot be read stay, are explained at their fields and not saved @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products/create')
  await page.getByLabel('Name', { exact: true }).fill(`Priced Bowl ${process.pid}`)
  await page.getByRole('textbox', { name: /^SKU of/ }).fill(`PRB${process.pid}`)
  const price = page.getByRole('textbox', { name: /^Price of/ })
  await price.fill('1299 Rs')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(price).toHaveValue('1299 Rs')
  await expect(price).toHaveAccessibleDescription('Enter digits, such as 1299.50')
  await expect(price).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])

  await price.fill('')
  await expect(price).toHaveAccessibleDescription('Enter digits, such as 1299.50')
  await price.fill('1299.50')
  const stock = page.getByRole('textbox', { name: /^Stock of/ })
  for (const typed of ['-3', '1.5']) {
    await stock.fill(typed)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(stock).toHaveValue(typed)
    await expect(stock).toHaveAccessibleDescription('Enter a whole number, such as 12')
    await expect(stock).toBeFocused()
  }
  await stock.fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product added')).toBeVisible()
  await expect(price).toHaveValue('1299.50')
})

test.describe('a product with a refused value', () => {
  test.use({ mayComplain: [/status of 422/] })

  test('the message about marked fields leads to the first one, and variations fit the screen @phone', async ({
    page,
    isPhone,
  }) => {
    await signInAsStaff(page, 'manager', isPhone)
    await page.goto('/admin/products/3/show')
    const variations = page.getByRole('region', { name: 'All variations' })
    const sku = variations.getByRole('textbox', { name: /^SKU of/ }).first()
    await sku.fill('X'.repeat(101))
    if (isPhone)
      expect(await variations.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Go to the first one' }).click()
    await expect(sku).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
  })
})

test('a product with 12 variations and a picture is published and found in the shop @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  const name = `Lagoon Vase ${process.pid}`
  await page.goto('/admin/products/create')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: /^SKU of/ }).fill(`LAG${process.pid}`)
  await page.getByRole('textbox', { name: /^Price of/ }).fill('1299.50')
  await page.getByRole('textbox', { name: /^Stock of/ }).fill('8')
  const buffer = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#2f6f73' } })
    .png()
    .toBuffer()
  await page.getByLabel('Upload pictures').setInputFiles([
    { name: 'vase.png', mimeType: 'image/png', buffer },
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'side.png', mimeType: 'image/png', buffer: await sharp(buffer).negate().png().toBuffer() },
  ])
  const results = page.getByRole('list', { name: 'Uploaded files' }).getByRole('listitem')
  await expect(results.nth(2)).toHaveText('side.png uploaded')
  await expect(results.nth(0)).toHaveText('vase.png uploaded')
  await expect(results.nth(1)).not.toContainText('uploaded')
  await page.getByLabel('Text alternative').first().fill('A teal vase')
  await page.getByRole('button', { name: 'Move picture 2 up' }).click()
  await expect(page.getByLabel('Text alternative').nth(1)).toHaveValue('A teal vase')
  await page.getByRole('button', { name: 'Focal point of picture 2' }).click()
  const point = page.getByRole('button', { name: /^Picture 2: focal point/ })
  await point.press('Shift+ArrowRight')
  await point.press('ArrowUp')
  await expect(point).toHaveAccessibleName(/60 % from the left, 49 % from the top/)
  expect(await seriousFaults(page)).toEqual([])

  // An option of the shop with its values, and one that is made with the product.
  const options = page.getByRole('combobox', { name: 'Options', exact: true })
  await options.fill('colo')
  await page.getByRole('listbox', { name: 'Known: Options' }).getByRole('option', { name: 'Colour' }).click()
  await page.getByRole('combobox', { name: 'Colour' }).fill('Indigo, Terra, Sea foam')
  await page.getByRole('combobox', { name: 'Colour' }).press('Enter')
  await options.fill('Glaze')
  await options.press('Enter')
  const glaze = page.getByRole('combobox', { name: 'Glaze' })
  for (const value of ['Matt', 'Satin', 'Gloss', 'Crackle', 'Raw']) {
    await glaze.fill(value)
    await glaze.press('Enter')
  }
  const chips = page.getByRole('list', { name: 'Glaze' })
  await chips.getByRole('button', { name: 'Remove Raw' }).click()
  await chips.getByRole('button', { name: 'Move Gloss before' }).press('Enter')
  await expect(chips.getByRole('listitem')).toContainText(['Matt', 'Gloss', 'Satin', 'Crackle'])
  await expect(chips.getByRole('button', { name: 'Move Gloss before' })).toBeFocused()
  await page.getByLabel('Shows').first().selectOption('Indigo')
  expect(await seriousFaults(page)).toEqual([])
  await expect(page.getByRole('textbox', { name: /^SKU of/ })).toHaveCount(12)
  await page.getByText('Change several variations').press('Enter')
  await page.getByLabel('Change', { exact: true }).selectOption('By percent')
  await page.getByLabel('Percent').fill('10')
  await page.getByRole('button', { name: 'Apply to 12 variations' }).press('Enter')
  await expect(page.getByText(/^Price changed for 12 variations/)).toBeVisible()
  await page.getByLabel('Apply to').selectOption('Gloss: 3')
  await page.getByLabel('Change', { exact: true }).selectOption('Set to')
  await page.getByLabel('Amount').fill('1600')
  await page.getByRole('button', { name: 'Apply to 3 variations' }).click()
  const prices = page.getByRole('textbox', { name: /^Price of/ })
  await expect(prices.nth(5)).toHaveValue('1600')
  await expect(prices.nth(6)).toHaveValue('1429.45')
  // The grid works as a spreadsheet does: arrows, pasted cells, the value above in all cells below.
  await prices.nth(8).focus()
  await page.keyboard.press('ArrowDown')
  await expect(prices.nth(9)).toBeFocused()
  await prices.nth(9).evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1,450\t1,600\t500\n1,475\tnone\t')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('5 cells filled. Not readable: none')).toBeVisible()
  await expect(prices.nth(10)).toHaveValue('1475')
  await expect(page.getByText('66 %', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+d')
  await expect(prices.nth(11)).toHaveValue('1450')
  expect(await seriousFaults(page)).toEqual([])
  // What shoppers would miss, with the way to it.
  await expect(page.getByText(/^Before it is published: text alternative/)).toBeVisible()
  await page.getByRole('button', { name: 'category', exact: true }).click()
  await expect(page.getByLabel('Category', { exact: true })).toBeFocused()
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: 'category', exact: true })).toHaveCount(0)
  await page.getByLabel('Status').selectOption('published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product added')).toBeVisible()
  await expect(chips.getByRole('listitem')).toContainText(['Matt', 'Gloss', 'Satin', 'Crackle'])
  await expect(page.getByLabel('Shows').first().getByRole('option')).toContainText(['Sea foam'])

  // A card of the plugin Gallery, saved by the editor's button.
  const further = page.getByRole('region', { name: 'Further pictures' })
  for (const at of [0, 1]) {
    await further.getByRole('button', { name: 'Add to Further pictures' }).click()
    const chooser = page.getByRole('dialog', { name: 'Choose a picture' })
    await chooser.getByRole('listitem').nth(at).getByRole('button').click()
    await expect(chooser).toHaveCount(0)
  }
  await further.getByLabel('Text alternative').last().fill('The vase at a window')
  await further
    .getByRole('button', { name: /^Move up/ })
    .nth(1)
    .press('Enter')
  await expect(further.getByRole('listitem').first()).toContainText('The vase at a window')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Further pictures saved')).toBeVisible()
  const address = await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')
  await expect
    .poll(async () => (await page.request.get(address ?? '')).text(), { timeout: 2_000, intervals: [100] })
    .toContain('Enlarge picture 1 of 2: The vase at a window')

  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Change', { exact: true }).selectOption('Set to')
  await dialog.getByLabel('Pieces').fill('20')
  await dialog.getByRole('button', { name: 'Fill in 12' }).click()
  await expect(dialog.getByLabel(/: change by/).nth(11)).toHaveValue('12')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('20', { exact: true })).toHaveCount(12)

  await page.getByRole('button', { name: 'Stock rules' }).click()
  await dialog.getByLabel('Sell more than is in stock').selectOption('Yes, as a pre-order')
  await dialog.getByLabel('Ships from').fill(`${new Date().getFullYear() + 1}-01-15`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^For sale without a limit, pre-order until 15 Jan/)).toHaveCount(12)
  expect(await seriousFaults(page)).toEqual([])

  await expect
    .poll(async () => (await page.request.get(`/search?query=${encodeURIComponent(name)}`)).text())
    .toContain(name)
})

test('price and stock are changed in the list, and put back @desktop', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products')
  await page.getByPlaceholder('Name or SKU').fill('Banyan Fan Mug')
  await page.getByPlaceholder('Name or SKU').press('Enter')
  const row = page.getByRole('row', { name: /Banyan Fan Mug/ })
  await row.getByRole('button', { name: /Change price and stock of Banyan Fan Mug/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Banyan Fan Mug' })
  const price = dialog.getByRole('textbox', { name: 'Price of Indigo', exact: true })
  const stock = dialog.getByRole('textbox', { name: 'Stock of Indigo' })
  const [before, pieces] = [await price.inputValue(), await stock.inputValue()]
  await price.fill('801.50')
  await stock.fill(String(Number(pieces) + 3))
  await dialog.getByLabel('Why the stock changes').selectOption('Goods received')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('₹801.50')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('₹801.50')
  await row.getByRole('button', { name: /Change price and stock/ }).click()
  await expect(price).toHaveValue(before)
  await expect(stock).toHaveValue(pieces)
  await price.fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
})

test('prices of a category are raised by 5 % and restored @desktop', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products')
  const category = page.getByLabel('Category')
  const chosen = await category.locator('option', { hasText: 'Art prints' }).getAttribute('value')
  const found = page.waitForResponse((response) => /\/api\/admin\/products\?.*category/.test(response.url()))
  await category.selectOption(chosen)
  const { data } = await (await found).json()
  // The rows of the former filter are shown until those of the new one are there, and a selection of them ends.
  await expect(page.getByRole('row')).toHaveCount(1 + data.data.length)
  const price = page.getByRole('row').nth(1).getByRole('cell').nth(3)
  await page.getByLabel('Select all on this page').check()
  const before = await price.textContent()

  await page.getByRole('button', { name: 'Change prices' }).click()
  await page.getByLabel('Percent').fill('5')
  await page.getByRole('dialog').getByRole('button', { name: 'Change prices' }).click()
  await expect(page.getByText(/Price \+5 %: .* products done/)).toBeVisible()
  await expect(price).not.toHaveText(before ?? '')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/Restore prices: .* products done/)).toBeVisible()
  await expect(price).toHaveText(before ?? '')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  // Tags of all of them: a known one by its first letters, and a new one that is typed and not added.
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Organise' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Change', { exact: true }).selectOption('Add tags')
  const tags = dialog.getByRole('combobox', { name: 'Tags' })
  await tags.fill('gif')
  await dialog.getByRole('option', { name: 'Gift', exact: true }).click()
  await tags.fill(`hall ${process.pid}`)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/Add tags: .* products done/)).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('link').click()
  const own = page.getByRole('list', { name: 'Tags' })
  await expect(own.getByRole('listitem').filter({ hasText: 'Gift' })).toBeVisible()
  await expect(own.getByRole('listitem').filter({ hasText: `hall ${process.pid}` })).toBeVisible()
})

test('all that a list finds is no longer chosen when a row is taken out or the filter changes @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products')
  const selected = page.getByRole('region', { name: 'Selected products' })
  const chooseAll = async () => {
    await page.getByLabel('Select all on this page').check()
    await selected.getByRole('button', { name: /^Select all/ }).click()
    await expect(selected.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
  }
  const firstRow = page.getByRole('row').nth(1).getByRole('checkbox')
  await chooseAll()
  await firstRow.uncheck()
  await expect(selected).toContainText('24 products selected')

  await page.getByLabel('Select all on this page').check()
  await selected.getByRole('button', { name: /^Select all/ }).click()
  await page.getByLabel('Status').selectOption('Published')
  await expect(selected).toBeHidden()
  await firstRow.check()
  await expect(selected).toContainText('1 product selected')
})

test('a product is archived in the list, undone, archived again, previewed and restored in its editor @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('banyan fan')
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
  const row = page.getByRole('row', { name: /Banyan Fan Mug/ })
  const archive = async () => {
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('Archive: 1 of 1 products done')).toBeVisible()
    await expect(row).toBeHidden()
  }
  await archive()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restore: 1 of 1 products done')).toBeVisible()
  await expect(row).toContainText('Published')
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await close.click()

  await archive()
  await close.click()
  expect((await page.request.get('/product/banyan-fan-mug')).status()).toBe(404)
  await page.getByLabel('Status').selectOption('Archived')
  await expect(row).toContainText('Archived')
  await row.getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
  await row.getByRole('link').first().click()
  await expect(page.getByText('Archived: it is not in the shop')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { name: 'Banyan Fan Mug', level: 1 })).toBeVisible()
  await preview.close()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('See it in the shop')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
  await expect.poll(async () => (await page.request.get('/product/banyan-fan-mug')).status()).toBe(200)
})

test('an import of 300 products lists 5 bad rows and imports the others @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  const mark = `E2E${process.pid}`
  const rows = Array.from(
    { length: 300 },
    (_, at) => `${mark}-${at},${mark} Cup ${at},${mark}-${at},${at < 5 ? 'dear' : '250.00'},3`,
  )
  await page.goto('/admin/product-import')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'cups.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`slug,name,sku,price,stock\n${rows.join('\n')}\n`),
  })
  await expect(page.getByText('Checked. Nothing was changed yet.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(6)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 295 products' }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await page.goto(`/admin/products?filter=${encodeURIComponent(JSON.stringify({ q: mark }))}`)
  await expect(page.getByRole('status').filter({ hasText: '295' })).toBeVisible()
})

test('list and editor fit a phone @phone', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'viewer', isPhone)
  const isFit = async () => {
    expect(await seriousFaults(page)).toEqual([])
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess).toBeLessThanOrEqual(0)
  }
  await page.goto('/admin/products')
  await expect(page.getByRole('link', { name: 'Add a product' })).toBeHidden()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await isFit()
  // Between the margins: wider, it widens the whole list.
  const pages = await page.getByRole('navigation', { name: 'Pages' }).boundingBox()
  expect(pages?.width).toBeLessThanOrEqual((page.viewportSize()?.width ?? 0) - 2 * 16)
  await page.goto(`/admin/products?filter=${encodeURIComponent(JSON.stringify({ q: 'Ikat Lacquer Tray' }))}`)
  await page.getByRole('link', { name: 'Ikat Lacquer Tray' }).click()
  await expect(page.getByRole('heading', { name: 'Variations' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Stock', exact: true })).toBeVisible()
  await isFit()
})

test('a product of 2,000 variations is searched, priced from a spreadsheet and saved, and its page offers them as lists @desktop', async ({
  page,
  isPhone,
}) => {
  test.setTimeout(120_000)
  await signInAsStaff(page, 'manager', isPhone)
  const slug = `yarn-${process.pid}-${isPhone ? 'phone' : 'desk'}`
  const variations = Array.from({ length: 2_000 }, (_, at) => ({
    sku: `${slug}-${at}`.toUpperCase(),
    options: [
      { name: 'Yarn shade', value: `Shade ${Math.floor(at / 20) + 1}` },
      { name: 'Ball', value: `${((at % 20) + 1) * 50} g` },
    ],
    selling_price: 40_000,
    initial_stock: 5,
  }))
  const made = await page.request.post('/api/admin/products', {
    data: { values: { name: `Yarn ${slug}`, slug, is_published: true, variations } },
    headers: { origin: new URL(page.url()).origin },
  })
  const { data } = (await made.json()) as { data: { id: number } }

  await page.goto(`/admin/products/${data.id}/show`)
  const group = page.getByRole('button', { name: /^Shade 1\s/ })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  expect(await page.locator('input').count()).toBeLessThan(200)
  await group.click()
  const priceOf = (name: string) => page.getByRole('textbox', { name: `Price of ${name}`, exact: true })
  await expect(priceOf('Shade 1 / 1000 g')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  // A column of 2,000 prices, most of them of folded rows.
  await priceOf('Shade 1 / 50 g').focus()
  await page.evaluate(() => {
    const text = Array.from({ length: 2_000 }, (_, at) => `${500 + at}`).join('\n')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByText('2000 cells filled.')).toBeVisible()
  await expect(priceOf('Shade 1 / 100 g')).toHaveValue('501')

  const search = page.getByRole('searchbox', { name: 'Find variations' })
  await search.fill(`${slug}-1539`)
  await expect(page.getByText('1 found.')).toBeVisible()
  await expect(priceOf('Shade 77 / 1000 g')).toHaveValue('2039')
  await priceOf('Shade 77 / 1000 g').fill('2040')
  await search.fill('')
  await expect(group).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product saved')).toBeVisible({ timeout: 30_000 })

  // Chosen before the code of the list is here, too.
  await page.goto(`/product/${slug}?sku=${variations[0]?.sku}`)
  const shade = page.getByRole('combobox', { name: 'Yarn shade' })
  await expect(shade.getByRole('option')).toHaveCount(100)
  await shade.selectOption({ label: 'Shade 77' })
  await page.getByRole('list', { name: /^Ball/ }).getByRole('link', { name: '1000 g' }).click()
  await expect(page).toHaveURL(/-1539$/i)
  await expect(page.getByText('₹2,040').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
