import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { importProducts } from './import-products.ts'
import { everything, importShop } from './import-shop.test-support.ts'

const { db, folder, files } = await importShop()

/** 10,000 rows, 6,000 products: a third with three variations, long descriptions, images, some errors. */
function* manyRows() {
  yield 'Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Image Src\n'
  const body = `<p>${'Hand made, fired twice and glazed. '.repeat(40)}</p>`
  for (let at = 0; at < 6_000; at++) {
    const handle = `product-${at}`
    const text = `"${body}",Maker ${at % 50},Goods > Kind ${at % 20},"tag ${at % 30}, tag ${at % 7}"`
    const sizes = at % 3 === 0 ? ['Small', 'Medium', 'Large'] : ['']
    for (const [index, size] of sizes.entries()) {
      const own = index === 0 ? `Product ${at},${text},${size ? 'Size' : 'Title'}` : ',,,,,'
      const price = at % 1000 === 7 ? 'broken' : `Rs ${100 + (at % 900)}.50`
      yield `${handle},${own},${size || 'Default Title'},SKU-${at}-${index},${price},${at % 40},https://pictures.example/${at}-${index}.jpg\n`
    }
  }
}

test('importing 10,000 rows keeps memory bounded and is idempotent', async () => {
  const file = join(folder, 'many.csv')
  await pipeline(Readable.from(manyRows()), createWriteStream(file))
  const rssAtStart = process.memoryUsage.rss()
  let peak = rssAtStart
  const progress: number[] = []
  const refused: number[] = []
  const importIt = async () => {
    const started = performance.now()
    const report = await importProducts({
      db,
      plugins: noPlugins,
      file,
      files,
      storeUrl: 'https://shop.example',
      isDryRun: false,
      onProblem: ({ line }) => refused.push(line),
      onProgress({ rows }) {
        progress.push(rows)
        peak = Math.max(peak, process.memoryUsage.rss())
      },
    })
    return { report, seconds: (performance.now() - started) / 1000 }
  }

  const first = await importIt()
  expect(first.report).toMatchObject({
    rows: 10_000,
    refusedRows: 10,
    products: { created: 5_994, refused: 6 },
    variationsCreated: 9_990,
    imagesAdded: 9_990,
  })
  expect(refused).toHaveLength(10)
  // Progress is reported often enough to display it every 500 rows.
  expect(Math.max(...progress.map((rows, at) => rows - (progress[at - 1] ?? 0)))).toBeLessThanOrEqual(500)
  const before = await everything(db)

  const second = await importIt()
  expect(second.report.products).toMatchObject({ created: 0, updated: 0, unchanged: 5_994 })
  expect(await everything(db)).toEqual(before)

  const grown = Math.round((peak - rssAtStart) / 1024 / 1024)
  console.info(
    `10,000 rows: ${first.seconds.toFixed(1)} s new, ${second.seconds.toFixed(1)} s unchanged, RSS +${grown} MB`,
  )
  expect(grown).toBeLessThan(400)
}, 240_000)
