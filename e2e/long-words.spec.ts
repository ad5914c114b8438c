import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { vitrine } from './operator.ts'
import { expect, test } from './shopper.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// No other journey uses this product. It keeps its slug, so that the number of products stays the same.
const PRODUCT = { slug: 'katori-set-of-4', name: 'Katori Set of 4' }
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetentuerschluessel'

/** As other shops export it: a table without a class, wider than a phone. */
const TABLE = `<table><tr><th>Property</th><th>Value</th></tr><tr><td>${WORD}</td><td>${WORD}</td></tr></table>`

/** WCAG 1.4.10: no scrolling in two directions at 320 px. */
test('a word of 66 letters in a name or in a table of the description widens no page', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await change(WORD, TABLE)
  try {
    await shopper.addToCart(PRODUCT.slug)
    await expect(page.getByRole('dialog').getByRole('link', { name: WORD }).first()).toBeVisible()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of [
        `/product/${PRODUCT.slug}`,
        '/product-category/ceramics/bowls-plates',
        `/search?query=${WORD}`,
        '/search?query=zzzz'.padEnd(70, 'q'),
        '/cart',
        '/checkout/address',
      ]) {
        await shopper.open(path)
        if (path.startsWith('/product/'))
          await expect(page.getByRole('columnheader', { name: 'Property' })).toBeVisible()
        if (!path.includes('zzzz')) await expect(page.getByText(WORD).first()).toBeAttached()
        await expect.poll(() => widerThanScreen(page), path).toEqual([])
      }
    }
  } finally {
    await change(PRODUCT.name, await seededDescription())
  }

  /** The running shop drops its cached pages within two seconds. */
  async function change(name: string, description: string) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-long-words-'))
    const file = join(folder, 'names.csv')
    await writeFile(file, `Handle,Title,Body (HTML)\n${PRODUCT.slug},"${name}","${description}"\n`)
    await vitrine('import', file)
    await rm(folder, { recursive: true })
    await expect.poll(() => headingOf(page), { timeout: 60_000 }).toContain(name)
  }
})

const headingOf = async (page: Page) => (await page.request.get(`/product/${PRODUCT.slug}`)).text()

async function seededDescription(): Promise<string> {
  const { products } = JSON.parse(await readFile('seed/catalogue.json', 'utf8'))
  const product = products.find(({ slug }: { slug: string }) => slug === PRODUCT.slug)
  return product.description.replaceAll('"', '""')
}
