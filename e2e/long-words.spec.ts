import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { vitrine } from './operator.ts'
import { expect, test } from './shopper.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// No other journey uses this product. It keeps its slug, so that the number of products stays the same.
const PRODUCT = { slug: 'katori-set-of-4', name: 'Katori Set of 4', brand: 'Ochre Lane Pottery' }
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetentuerschluessel'
const BRAND = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz'
const LISTING = '/product-category/ceramics/bowls-plates'

/** As other shops export it: a table without a class, wider than a phone. */
const TABLE = `<table><tr><th>Property</th><th>Value</th></tr><tr><td>${WORD}</td><td>${WORD}</td></tr></table><p>${WORD.repeat(3)}</p>`

// The tests change one product.
test.describe.configure({ mode: 'serial' })

/** WCAG 1.4.10: no scrolling in two directions at 320 px. */
test('a word of 66 letters in a name, a brand or a table of the description widens no page and no dialog', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await change(page, { Title: WORD, Vendor: BRAND, 'Body (HTML)': TABLE })
  try {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await shopper.addToCart(PRODUCT.slug)
      await expect(shopper.drawer().getByRole('link', { name: WORD }).first()).toBeVisible()
      await expect.poll(() => widerThanDialog(shopper.drawer()), `cart drawer at ${width}`).toEqual([])

      await shopper.open(LISTING)
      await page.getByRole('link', { name: 'Filters' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.locator('summary', { hasText: 'Brand' }).click()
      await expect(sheet.getByRole('checkbox', { name: BRAND })).toBeVisible()
      await expect.poll(() => widerThanDialog(sheet), `filter sheet at ${width}`).toEqual([])

      for (const path of [
        `/product/${PRODUCT.slug}`,
        LISTING,
        `${LISTING}?brand=${BRAND.toLowerCase()}`,
        `/search?query=${WORD}`,
        '/search?query=zzzz'.padEnd(70, 'q'),
        '/cart',
        '/checkout/address',
      ]) {
        await shopper.open(path)
        if (path.startsWith('/product/')) {
          const table = page.getByRole('table').filter({ hasText: 'Property' })
          await expect(page.getByRole('columnheader', { name: 'Property' })).toBeVisible()
          await expect(table).toHaveCSS('overflow-x', 'auto')
          await expect.poll(() => table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
        }
        if (!path.includes('zzzz')) await expect(page.getByText(WORD).first()).toBeAttached()
        await expect.poll(() => widerThanScreen(page), path).toEqual([])
      }
    }
  } finally {
    await change(page, await seeded())
  }
})

test('an Arabic name is at the edge of its price, and a price of nine digits beside its button', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await change(page, {
    Title: 'طقم أوعية كاتوري من أربع قطع مصنوعة يدويًا',
    Vendor: 'فخار أوكر لين',
    'Variant Price': '123456789',
    'Variant Compare At Price': '123456789',
  })
  try {
    await page.setViewportSize({ width: 320, height: 844 })
    await shopper.open(`/product/${PRODUCT.slug}`)
    expect(await awayFromStart(page.getByRole('heading', { level: 1 }))).toBeLessThan(2)
    await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }))
    const bar = page.locator('[data-bar]')
    await expect(bar).toContainText('₹12,34,56,789')
    const [price, button] = await Promise.all([
      textBox(bar.locator('b')),
      bar.getByRole('button', { name: 'Add to cart' }).boundingBox(),
    ])
    expect(price.right <= button!.x || price.bottom <= button!.y, 'the price is beside the button').toBe(true)

    await shopper.open(LISTING)
    const card = page.getByRole('article').filter({ hasText: 'كاتوري' })
    expect(await awayFromStart(card.getByRole('heading'))).toBeLessThan(2)
    expect(await awayFromStart(card.getByText('فخار أوكر لين'))).toBeLessThan(2)
  } finally {
    await change(page, await seeded())
  }
})

/** Imports values of the product. The running shop drops its cached pages within two seconds. */
async function change(page: Page, values: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-long-words-'))
  const file = join(folder, 'product.csv')
  const row = Object.values(values).map((value) => `"${value.replaceAll('"', '""')}"`)
  await writeFile(file, `Handle,${Object.keys(values)}\n${PRODUCT.slug},${row}\n`)
  await vitrine('import', file)
  await rm(folder, { recursive: true })
  const { Title = '', Vendor = '' } = values
  await expect.poll(() => htmlOf(page, `/product/${PRODUCT.slug}`), { timeout: 60_000 }).toContain(Title)
  await expect.poll(() => htmlOf(page, LISTING), { timeout: 60_000 }).toContain(Vendor)
}

const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text()

/** The dialog and its parts that scroll sideways. */
const widerThanDialog = (dialog: Locator) =>
  dialog.evaluate((box) =>
    [box, ...box.children]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth} px`),
  )

const textBox = (element: Locator) =>
  element.evaluate((box) => {
    const range = document.createRange()
    range.selectNodeContents(box)
    return range.getBoundingClientRect()
  })

/** The most pixels between the left edges of a line of a text and of the box that it is in. */
const awayFromStart = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const lines = new Map<number, number>()
    // A line that is cut has several pieces.
    for (const { top, left } of range.getClientRects())
      lines.set(Math.round(top), Math.min(left, lines.get(Math.round(top)) ?? left))
    return Math.max(...lines.values()) - element.closest('article, div')!.getBoundingClientRect().left
  })

/** What the tests change, as the demo shop has it. */
async function seeded() {
  const { products } = JSON.parse(await readFile('seed/catalogue.json', 'utf8'))
  const product = products.find(({ slug }: { slug: string }) => slug === PRODUCT.slug)
  return {
    Title: PRODUCT.name,
    Vendor: PRODUCT.brand,
    'Body (HTML)': product.description,
    'Variant Price': String(product.selling_price / 100),
    'Variant Compare At Price': String(product.mrp / 100),
  }
}
