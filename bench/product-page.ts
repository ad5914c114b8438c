import type { Bench } from './figures.ts'
import { fetchRaw, findPages } from './pages-of-shop.ts'
import { withShop } from './shop-under-test.ts'

/** Row 9: statements that a product page sends to the database, by the query log. Counts, so exact. */
export const productPage: Bench = {
  title: 'Product page data',
  rows: [9],

  run: ({ dataDir }) =>
    withShop({ dataDir, pageCache: false }, async ({ origin, process: shop }) => {
      const { product } = await findPages(origin)
      const count = async (path: string) => {
        // The second time: what is remembered for the whole shop (channel, menus, settings) has been read.
        await fetchRaw(origin + path, 'identity')
        await shop.ask('record')
        const { status } = await fetchRaw(origin + path, 'identity')
        const statements = (await shop.ask('statements')).filter(({ text }) => !isPoll(text))
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        return statements
      }
      const data = await count(product.replace('/product/', '/api/product/single-product/'))
      const page = await count(product)
      return {
        rows: [
          {
            row: 9,
            what: 'product data, statements',
            ours: String(data.length),
            budget: '1',
            met: data.length === 1,
          },
          { row: 9, what: 'uncached page in total, statements', ours: String(page.length) },
        ],
        notes: [
          `Counted in \`pg\`, each statement one round trip. The page in total: ${page.map(nameOf).join(', ') || 'from memory'}.`,
        ],
      }
    }),
}

/** The change feed polls every second, whether a page is requested or not. */
const isPoll = (text: string) => text.includes('from change_log')

const nameOf = ({ name, text }: { name?: string; text: string }) =>
  name ?? `\`${text.replace(/\s+/g, ' ').trim().slice(0, 60)}…\``
