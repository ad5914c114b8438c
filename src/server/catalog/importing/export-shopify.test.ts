import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { piecesByLocation, splitStock } from '#harness/locations.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { everything, exportText, importInto, importShop } from './import-shop.test-support.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrine-export-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('re-importing the exported demo shop with two stock locations changes nothing, and a changed cell changes its location', async () => {
  const { db, pool } = await testDatabase({ seed: true })
  const { rows } = await pool.query(
    'select v.id, v.sku, p.slug from variations v join products p on p.id = v.product_id where v.tracks_stock order by v.id limit 1',
  )
  await splitStock(pool, [rows[0].id], [3, 4])
  await pool.query(`update stock_locations set code = 'pune' where not is_main`)
  const file = join(folder, 'demo.csv')
  await writeFile(file, await exportText(db))
  const before = await everything(db)

  const run = () =>
    importInto(db, {
      file,
      files: createDiskStorage(folder),
      storeUrl: 'https://shop.example',
      isDryRun: false,
    })
  const report = await run()

  expect(report).toMatchObject({ refusedRows: 0, notes: [], products: { created: 0, updated: 0 } })
  expect(report.products.unchanged).toBeGreaterThan(10)
  expect(await everything(db)).toEqual(before)

  await writeFile(
    file,
    `Handle,Variant SKU,Inventory quantity,Inventory quantity[main],Inventory quantity[PUNE]
${rows[0].slug},${rows[0].sku},99,,6
`,
  )
  expect(await run()).toMatchObject({ refusedRows: 0, products: { updated: 1 } })
  const pieces = await piecesByLocation(pool, [rows[0].id])
  expect(pieces.map(({ level }) => level)).toEqual([3, 6])
})

test('an export of the demo shop imports into an empty shop with variations, prices and images', async () => {
  const { db } = await testDatabase({ seed: true })
  const other = await importShop()
  const text = await exportText(db, 'https://old.example')

  const report = await other.importText(text)

  expect(report.refused).toEqual([])
  const count = async (table: 'products' | 'variations' | 'prices', from = db) =>
    (
      await from
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  expect(await count('products', other.db)).toBe(await count('products'))
  expect(await count('variations', other.db)).toBe(await count('variations'))
  const codes = async (from = db) =>
    (await from.selectFrom('products').select(['slug', 'hsn_code']).orderBy('slug').execute()).map(
      ({ hsn_code }) => hsn_code,
    )
  expect(await codes(other.db)).toEqual(await codes())
  expect(exportTitles(await other.exportText())).toEqual(exportTitles(text))
  expect(text).toContain('https://old.example/media/')
  expect(report.imagesAdded).toBeGreaterThan(10)
})

test('the export quotes cells, escapes formulas, uses absolute image URLs and names options only in the first row', async () => {
  const { importText, exportText } = await importShop()
  await importText(
    'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src\n' +
      'jar,"=Jar ""big"", round",<p>a</p>,Size,S,J-S,5,7.5,https://p.example/j.jpg\njar,,,,M,J-M,6,,\n',
  )

  const rows: Record<string, string>[] = parse(await exportText(), { columns: true })

  expect(rows).toMatchObject([
    {
      'URL handle': 'jar',
      Title: `'=Jar "big", round`,
      'Option1 name': 'Size',
      'Option1 value': 'S',
      Price: '5.00',
      'Compare-at price': '7.50',
      'Product image URL': 'https://p.example/j.jpg',
      'Image position': '1',
    },
    {
      'URL handle': 'jar',
      Title: '',
      'Option1 name': '',
      'Option1 value': 'M',
      Price: '6.00',
      'Compare-at price': '',
    },
  ])
})

test('costs are imported, exported and preserved by a file without them', async () => {
  const { db, importText, exportText } = await importShop()
  const costs = async () =>
    (await db.selectFrom('variations').select(['sku', 'cost']).orderBy('sku').execute()).map(
      ({ cost }) => cost,
    )
  await importText('Handle,Title,Variant SKU,Variant Price,Cost per item\njar,Jar,J1,5,3.25\npot,Pot,P1,6,\n')
  expect(await costs()).toEqual([325, null])

  await importText(await exportText())
  await importText('slug,name,sku,price\njar,Jar,J1,5\n')
  expect(await costs()).toEqual([325, null])
  const { refused } = await importText('slug,name,sku,price,cost\njar,Jar,J1,5,little\npot,Pot,P1,6,0\n')
  expect(refused).toHaveLength(1)
  expect(await costs()).toEqual([325, 0])
})

test('safety stock and rules of selling ahead are imported, exported and preserved by a file without them', async () => {
  const { db, importText, exportText } = await importShop()
  const rules = async () =>
    (await db.selectFrom('variations').select(['safety_stock', 'sold_ahead']).orderBy('sku').execute()).map(
      ({ safety_stock, sold_ahead }) => [safety_stock, sold_ahead],
    )
  const head =
    'slug,name,sku,price,stock,safety_stock,sold_ahead,sold_ahead_limit,sold_ahead_text,sold_ahead_days,sold_ahead_date\n'
  await importText(
    `${head}jar,Jar,J1,5,4,2,Backorder,20,"Ships in 2 weeks, अ",14,\npot,Pot,P1,6,0,,preorder,,,,2027-03-01\n`,
  )
  const written = [
    [2, { kind: 'backorder', limit: 20, text: 'Ships in 2 weeks, अ', days: 14 }],
    [0, { kind: 'preorder', limit: null, text: '', date: '2027-03-01' }],
  ]
  expect(await rules()).toEqual(written)

  expect((await importText(await exportText())).products).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 2,
  })
  await importText('slug,name,sku,price\njar,Jar,J1,5\n')
  expect(await rules()).toEqual(written)
  const { refused } = await importText(
    `${head}jar,Jar,J1,5,4,2,sometimes,,,,\npot,Pot,P1,6,0,,backorder,0,,14,\n`,
  )
  expect(refused.map(({ column, reason }) => [column, reason])).toEqual([
    ['sold_ahead', 'Use “backorder”, “preorder” or “no”'],
    ['sold_ahead_limit', 'Please enter 1 or more'],
    ['sold_ahead_text', 'Please enter what shoppers read'],
  ])
  expect(await rules()).toEqual(written)
  await importText(`${head}jar,Jar,J1,5,4,0,no,,,,\n`)
  expect(await rules()).toEqual([[0, null], written[1]])
})

test('contents are imported, exported and preserved by a file without them; an empty cell removes one', async () => {
  const { db, importText, exportText } = await importShop()
  const contents = async () =>
    (await db.selectFrom('variations').select('content').orderBy('sku').execute()).map(
      ({ content }) => content,
    )
  expect(await exportText()).not.toContain('Content')
  await importText('slug,name,sku,price,content\njar,Jar,J1,5,"0,25 L"\npot,Pot,P1,6,\n')
  expect(await contents()).toEqual(['0.25 l', null])

  expect(await exportText()).toContain(',Content')
  await importText(await exportText())
  await importText('slug,name,sku,price\njar,Jar,J1,5\n')
  expect(await contents()).toEqual(['0.25 l', null])
  const { refused } = await importText('slug,name,sku,price,content\njar,Jar,J1,5,\npot,Pot,P1,6,much\n')
  expect(refused).toHaveLength(1)
  expect(await contents()).toEqual([null, null])
})

test('schedules are imported, exported and preserved by a file without them', async () => {
  const { db, importText, exportText } = await importShop()
  const day = 86_400_000
  const now = Date.now()
  const at = (days: number) => new Date(now + days * day).toISOString()
  const columns = 'slug,name,sku,price,is_published,publish_at,unpublish_at\n'
  const report = await importText(
    `${columns}coming,Coming,C1,5,true,${at(1)},${at(2)}\ncame,Came,C2,5,false,${at(-1)},\n` +
      `gone,Gone,C3,5,true,,${at(-1)}\nplain,Plain,C4,5,false,,\nwrong,Wrong,C5,5,true,tomorrow,\n` +
      `turned,Turned,C6,5,true,${at(2)},${at(1)}\n`,
  )
  const states = async () => {
    const rows = await db
      .selectFrom('products')
      .select(['slug', 'is_published', 'publish_at', 'unpublish_at'])
      .orderBy('id')
      .execute()
    return rows.map(({ slug, is_published, publish_at, unpublish_at }) => [
      ...[slug, is_published, publish_at?.toISOString(), unpublish_at?.toISOString()],
    ])
  }
  const scheduled = ['coming', false, at(1), at(2)]
  const others = [
    ['came', true, undefined, undefined],
    ['gone', false, undefined, undefined],
    ['plain', false, undefined, undefined],
  ]

  expect(report.refused.map(({ column }) => column)).toEqual(['publish_at', 'unpublish_at'])
  expect(await states()).toEqual([scheduled, ...others])
  const text = await exportText()
  expect(text.split('\r\n')[0]).toMatch(/,Publish at,Unpublish at$/)
  expect((await importText(text)).products).toMatchObject({ updated: 0, unchanged: 4 })
  expect((await importText('Handle,Title,Published\ncoming,Coming,FALSE\n')).products).toMatchObject({
    unchanged: 1,
  })
  expect(await states()).toEqual([scheduled, ...others])
  await importText('Handle,Title,Published\ncoming,Coming,TRUE\n')
  expect(await states()).toEqual([['coming', true, undefined, at(2)], ...others])
  await importText(`slug,publish_at\ncoming,${at(3)}\nplain,\n`)
  expect(await states()).toEqual([['coming', false, at(3), at(2)], ...others])
})

function exportTitles(text: string) {
  const rows: Record<string, string>[] = parse(text, { columns: true })
  return rows
    .map((row) => [row['URL handle'], row.Title, row.SKU, row.Price, row['Option1 value']].join('|'))
    .sort()
}

test('prices of other channels are imported by their code, and an export of them changes nothing', async () => {
  const { db, importText, exportText } = await importShop()
  const common = { country_id: 101, locale: 'en-IN' }
  await db
    .insertInto('channels')
    .values([
      {
        id: 2,
        code: 'eu',
        name: 'Europe',
        currency: 'EUR',
        currency_symbol: '€',
        currency_decimals: 2,
        ...common,
      },
      {
        id: 3,
        code: 'jp',
        name: 'Japan',
        currency: 'JPY',
        currency_symbol: '¥',
        currency_decimals: 0,
        ...common,
      },
    ])
    .execute()
  await db.updateTable('channels').set({ is_active: false }).where('id', '=', 3).execute()
  const prices = async () =>
    (
      await db
        .selectFrom('prices')
        .innerJoin('variations', 'variations.id', 'prices.variation_id')
        .select(['sku', 'channel_id', 'selling_price', 'mrp'])
        .where('channel_id', '<>', 1)
        .orderBy('channel_id')
        .orderBy('sku')
        .execute()
    ).map((row) => Object.values(row))

  const made = await importText(
    'slug,name,option1_name,option1_value,sku,price,price[eu],mrp[eu],Price [JP],mrp[jp]\n' +
      'pot,Pot,Size,S,POT-S,500,9.5,12,900,\npot,,,M,POT-M,600,11,,,1000\npot,,,L,POT-L,700,,,,\n',
  )
  expect(made.refused).toEqual([])
  expect(made.notes).toMatchObject([{ line: 3, column: 'mrp[jp]' }])
  const stored = [
    ['POT-M', 2, 1_100, 1_100],
    ['POT-S', 2, 950, 1_200],
    ['POT-S', 3, 900, 900],
  ]
  expect(await prices()).toEqual(stored)

  const text = await exportText()
  const rows: Record<string, string>[] = parse(text, { columns: true })
  expect(rows).toMatchObject([
    { 'Price[eu]': '9.50', 'Compare-at price[eu]': '12.00', 'Price[jp]': '900', 'Compare-at price[jp]': '' },
    { 'Price[eu]': '11.00', 'Compare-at price[eu]': '', 'Price[jp]': '', 'Compare-at price[jp]': '' },
    { 'Price[eu]': '', 'Price[jp]': '' },
  ])
  const before = await everything(db)
  expect(await importText(text)).toMatchObject({ products: { unchanged: 1, updated: 0 }, notes: [] })
  expect(await everything(db)).toEqual(before)

  // An empty price keeps the stored one, an empty compare price removes the discount, and a column that is missing changes nothing.
  const changed = await importText('slug,sku,price[eu],mrp[eu]\npot,POT-S,,\npot,POT-L,13,20\n')
  expect(changed).toMatchObject({ products: { updated: 1 }, refusedRows: 0 })
  const after = [['POT-L', 2, 1_300, 2_000], stored[0], ['POT-S', 2, 950, 950], stored[2]]
  expect(await prices()).toEqual(after)
  const changes = await db.selectFrom('change_log').select('tag').orderBy('id', 'desc').limit(4).execute()
  expect(changes.map(({ tag }) => tag)).toEqual(
    expect.arrayContaining(['listing', expect.stringMatching(/^product:/)]),
  )

  const refused = await importText(
    'slug,sku,price[zz],price[in],price[jp]\npot,POT-S,5,,\npot,POT-M,,5,\npot,POT-L,,,5.5\n',
  )
  expect(refused.refused).toMatchObject([
    { line: 2, column: 'price[zz]', reason: 'There is no channel “zz”' },
    { line: 3, column: 'price[in]', reason: expect.stringContaining('is the default channel') },
    { line: 4, column: 'price[jp]', reason: expect.stringContaining('has more than 0 decimals') },
  ])
  expect(await prices()).toEqual(after)
  // A row whose cell is empty is of no channel.
  expect(await importText('slug,sku,price[zz]\npot,POT-S,\n')).toMatchObject({ refusedRows: 0 })

  // WooCommerce's file has the same columns.
  const woo = await importText('Type,SKU,Name,Regular price,price[eu]\nsimple,WOO-1,Woo,5,7\n')
  expect(woo).toMatchObject({ refusedRows: 0, ignoredColumns: [] })
  expect(await prices()).toContainEqual(['WOO-1', 2, 700, 700])
})
