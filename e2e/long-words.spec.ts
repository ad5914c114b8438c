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

/** WCAG 1.4.10: no scrolling in two directions at 320 px. */
test('a word of 66 letters in a name, a brand or a table of the description widens no page and no dialog', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await change(WORD, BRAND, TABLE)
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
    await change(PRODUCT.name, PRODUCT.brand, await seededDescription())
  }

  /** The running shop drops its cached pages within two seconds. */
  async function change(name: string, brand: string, description: string) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-long-words-'))
    const file = join(folder, 'names.csv')
    const row = `${PRODUCT.slug},"${name}","${brand}","${description}"`
    await writeFile(file, `Handle,Title,Vendor,Body (HTML)\n${row}\n`)
    await vitrine('import', file)
    await rm(folder, { recursive: true })
    await expect.poll(() => htmlOf(page, `/product/${PRODUCT.slug}`), { timeout: 60_000 }).toContain(name)
    await expect.poll(() => htmlOf(page, LISTING), { timeout: 60_000 }).toContain(brand)
  }
})

const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text()

/** The dialog and its parts that scroll sideways. */
const widerThanDialog = (dialog: Locator) =>
  dialog.evaluate((box) =>
    [box, ...box.children]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth} px`),
  )

async function seededDescription(): Promise<string> {
  const { products } = JSON.parse(await readFile('seed/catalogue.json', 'utf8'))
  const product = products.find(({ slug }: { slug: string }) => slug === PRODUCT.slug)
  return product.description.replaceAll('"', '""')
}
