import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { splitStock } from '#harness/locations.ts'
import { everything, importShop, readProduct } from './import-shop.test-support.ts'
import { ImportFileError } from './recognise-dialect.ts'

const shop = await importShop()
const { db } = shop

const lines = (problems: { line: number; reason: string }[]) =>
  problems.map(({ line, reason }) => `${line}: ${reason}`)

test('a current Shopify export imports variations, options, images and texts', async () => {
  const report = await shop.importFixture('shopify-current.csv')

  expect(report).toMatchObject({
    dialect: 'Shopify',
    rows: 5,
    refusedRows: 0,
    products: { created: 2 },
    variationsCreated: 4,
  })
  expect(report.ignoredColumns).toContain('Glaze (product.metafields.custom.glaze)')
  const mug = await readProduct(db, 'lagoon-mug')
  expect(mug).toMatchObject({
    name: 'Lagoon Mug',
    brand: 'Kiln Yard',
    category: 'ceramics/mugs',
    tags: ['gift', 'stoneware'],
    is_published: true,
    meta_title: 'Lagoon mug',
  })
  expect(mug.description_html).toBe('<p>Thrown by hand.</p>\n\n<p>Holds 300 ml, <a>safely</a>.</p>')
  expect(mug.variations).toMatchObject([
    {
      sku: 'LM-B-S',
      title: 'Blue / Small',
      is_default: true,
      stock: 12,
      tracks_stock: true,
      weight_g: 310,
      selling_price: 89_900,
      mrp: 109_900,
    },
    { sku: 'LM-B-L', title: 'Blue / Large', is_default: false, stock: 3, selling_price: 99_900, mrp: 99_900 },
    { sku: 'LM-G-S', title: 'Sea green / Small', stock: 0, selling_price: 89_900 },
  ])
  expect(mug.images).toMatchObject([
    { source_url: 'https://pictures.example/lagoon-1.jpg', alt: 'Blue mug', position: 1, sku: 'LM-B-S' },
    { source_url: 'https://pictures.example/lagoon-2.jpg', alt: 'Two mugs', position: 2, sku: null },
    { source_url: 'https://pictures.example/lagoon-4.jpg', position: 4, sku: null },
    { source_url: 'https://pictures.example/lagoon-3.jpg', position: 5, sku: 'LM-G-S' },
  ])
  const bowl = await readProduct(db, 'plain-bowl')
  expect(bowl).toMatchObject({ is_published: false, description_html: '<p>Plain text &amp; more</p>' })
  expect(bowl.variations).toMatchObject([
    { sku: 'PB-1', title: '', barcode: '0123456789012', stock: 7, tracks_stock: false, weight_g: null },
  ])
})

test('an old Shopify export imports three options, rupee prices, negative stock and a missing SKU', async () => {
  const report = await shop.importFixture('shopify-old.csv')

  expect(lines(report.notes)).toEqual(['3: The stock -4 is negative: imported as 0'])
  const dawn = await readProduct(db, 'dawn-scarf')
  expect(dawn.description_html).toBe('<h2>Soft</h2>')
  expect(dawn.variations).toMatchObject([
    { sku: 'DS-R', title: 'Rose / Long / Plain', selling_price: 129_900, mrp: 159_900, weight_g: 120 },
    { sku: 'DS-RF', title: 'Rose / Long / Fringed', selling_price: 139_900, stock: 0, tracks_stock: true },
  ])
  // The shop already has Colour, so Color matches it.
  expect(
    await db.selectFrom('attributes').select('code').where('code', 'in', ['color', 'colour']).execute(),
  ).toEqual([{ code: 'colour' }])
  const dusk = await readProduct(db, 'dusk-scarf')
  expect(dusk).toMatchObject({ is_published: false, category: 'scarves' })
  expect(dusk.variations).toMatchObject([{ sku: 'dusk-scarf', selling_price: 89_900, tracks_stock: false }])
})

test('the type of a Shopify product is a category below a coarse one, and a tag below a deep one', async () => {
  await shop.importText(
    'Handle,Title,Product Category,Type,Tags,Variant Price\n' +
      'coarse-jug,Coarse Jug,Home & Garden,Milk jugs,new,100\n' +
      'deep-jug,Deep Jug,Home & Garden > Kitchen & Dining > Tableware > Drinkware,Milk jugs,new,100\n' +
      'same-jug,Same Jug,Home & Garden > Jugs,jugs,,100\n',
  )
  const tagsOf = async (slug: string) =>
    (
      await db
        .selectFrom('product_tags')
        .innerJoin('tags', 'tags.id', 'product_tags.tag_id')
        .innerJoin('products', 'products.id', 'product_tags.product_id')
        .select('tags.name')
        .where('products.slug', '=', slug)
        .orderBy('tags.name')
        .execute()
    ).map(({ name }) => name)
  expect((await readProduct(db, 'coarse-jug')).category).toBe('home-garden/milk-jugs')
  expect(await tagsOf('coarse-jug')).toEqual(['new'])
  expect((await readProduct(db, 'deep-jug')).category).toBe('home-garden/kitchen-dining/tableware/drinkware')
  expect(await tagsOf('deep-jug')).toEqual(['Milk jugs', 'new'])
  expect((await readProduct(db, 'same-jug')).category).toBe('home-garden/jugs')
})

test('a product file of Vendure is refused with its name', async () => {
  await expect(
    shop.importText(
      'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets\n' +
        'Bowl,bowl,,,,size,small,B1,10,standard,1,true,,\n,,,,,,large,B2,12,standard,1,true,,\n',
    ),
  ).rejects.toThrow(/a product file of Vendure/)
})

test('separated rows of one handle form one product', async () => {
  const report = await shop.importFixture('shopify-handles-apart.csv')

  expect(report.products).toMatchObject({ created: 2 })
  const vase = await readProduct(db, 'tide-vase')
  expect(vase.variations.map(({ sku }) => sku)).toEqual(['TV-S', 'TV-L'])
  expect(vase.images.map(({ source_url }) => source_url)).toEqual([
    'https://pictures.example/tide-1.jpg',
    'https://pictures.example/tide-2.jpg',
  ])
})

test('a semicolon file uses decimal commas', async () => {
  const report = await shop.importFixture('shopify-semicolon.csv')

  expect(report).toMatchObject({ refusedRows: 0, products: { created: 2 } })
  expect((await readProduct(db, 'hall-lampe')).variations).toMatchObject([
    { selling_price: 129_900, mrp: 149_950, stock: 4 },
  ])
  expect(await readProduct(db, 'hall-lampe')).toMatchObject({
    description_html: '<p>Zwei; Zeilen<br />Text</p>',
  })
  expect((await readProduct(db, 'tisch-lampe')).variations).toMatchObject([{ selling_price: 8990 }])
})

test('a tab-separated file is imported', async () => {
  await shop.importFixture('shopify-tabs.tsv')

  const rug = await readProduct(db, 'moss-rug')
  expect(rug).toMatchObject({ tags: ['floor', 'wool'], variations: [{ selling_price: 499_900 }] })
})

test('valid rows are imported, invalid ones refused with line and reason', async () => {
  const report = await shop.importFixture('shopify-faults.csv')

  expect(lines(report.refused).sort()).toEqual(
    [
      '3: The price “abc” is not a price',
      '4: The price “-5” is negative',
      '5: The same combination of options is already on line 2',
      '6: The SKU “GT-S” is already on line 2',
      '7: The option “Size” has no value',
      '8: The price “100.999” has more than 2 decimals',
      '9: The stock “many” is not a number',
      '10: A new product needs a name',
      '11: The price is empty: a new variation needs a price',
      '12: “shiny” is not a valid status: use active, draft or archived',
      '13: The product is refused because of the error on line 12',
      '14: The row has no product handle or name',
      '15: The row has 10 cells, the header 9: is a separator not quoted?',
      '16: The SKU “GT-S” belongs to another product',
    ].sort(),
  )
  expect(report).toMatchObject({ rows: 16, refusedRows: 14, products: { created: 2, refused: 4 } })
  expect((await readProduct(db, 'good-tray')).variations.map(({ sku }) => sku)).toEqual(['GT-S'])
  expect((await readProduct(db, 'last-tray')).variations).toMatchObject([{ selling_price: 25_000, stock: 2 }])
  expect(report.refused.find(({ line }) => line === 3)).toMatchObject({ column: 'Variant Price' })
})

test('a WooCommerce export imports variations before their parent, sales, stock, categories and attributes', async () => {
  const report = await shop.importFixture('woocommerce.csv')

  expect(report).toMatchObject({ dialect: 'WooCommerce', rows: 7, products: { created: 3 } })
  expect(lines(report.refused)).toEqual([
    '7: Products of type “grouped” cannot be sold here',
    '8: The parent “id:999” is not in the file',
  ])
  const hoodie = await readProduct(db, 'shore-hoodie')
  expect(hoodie).toMatchObject({
    name: 'Shore Hoodie',
    short_description: 'Warm & dry',
    description_html: '<p>First line<br />second line</p>',
    category: 'clothing/hoodies',
    tags: ['cotton, mostly', 'warm'],
    specifications: [{ label: 'Material', value: 'Cotton, Wool' }],
  })
  expect(hoodie.variations).toMatchObject([
    {
      sku: 'SH-RED',
      title: 'Red',
      stock: 6,
      tracks_stock: true,
      weight_g: 600,
      selling_price: 150_000,
      mrp: 150_000,
    },
    { sku: 'SH-BLUE', title: 'Blue', stock: 0, tracks_stock: true, selling_price: 120_000, mrp: 150_000 },
  ])
  expect(hoodie.images).toMatchObject([
    { source_url: 'https://pictures.example/hoodie-1.jpg', sku: null },
    { source_url: 'https://pictures.example/hoodie-red.jpg', sku: 'SH-RED' },
  ])
  const card = await readProduct(db, 'post-card')
  expect(card).toMatchObject({ category: null, specifications: [{ label: 'Paper', value: 'Rough' }] })
  expect(card.variations).toMatchObject([
    { sku: 'CARD-1', barcode: '9780000000002', tracks_stock: false, selling_price: 2000, mrp: 2000 },
  ])
  expect(lines(report.notes)).toContain('5: The sale is not active today: the regular price is used')
  const other = await readProduct(db, 'post-card-card-2')
  expect(other).toMatchObject({
    is_published: false,
    variations: [{ sku: 'CARD-2', stock: 5, tracks_stock: false }],
  })
})

test('the Vitrine format imports fields that other formats lack', async () => {
  const report = await shop.importFixture('vitrine.csv')

  expect(report).toMatchObject({ dialect: 'Vitrine', products: { created: 1 }, refusedRows: 0 })
  const candle = await readProduct(db, 'ember-candle')
  expect(candle).toMatchObject({
    min_quantity: 2,
    max_quantity: 8,
    category: 'home/candles',
    hsn_code: '3406',
    specifications: [
      { label: 'Burn time', value: '40 h' },
      { label: 'Wax', value: 'Soy' },
    ],
    variations: [
      { sku: 'EC-C', mrp: 50_000, tracks_stock: true },
      { sku: 'EC-F', mrp: 45_000, tracks_stock: false },
    ],
    images: [{ alt: 'Lit' }, { alt: 'Unlit' }],
  })
  const collections = await db.selectFrom('collections').select('name').orderBy('name').execute()
  expect(collections.map(({ name }) => name)).toEqual(['Gifts', 'Summer', 'Winter'])
})

test('an imported colour option gets swatches in the order of the file, whatever its language', async () => {
  await shop.importText(
    `slug,name,option1_name,option1_value,sku,price
basket,Basket,Farbe,Dunkelblau,B-1,10
basket,,,Rot,B-2,10
basket,,,Leopard,B-3,10
`,
  )

  const { rows } = await shop.database.pool.query(
    `select a.display, av.label, av.color from attribute_values av join attributes a on a.id = av.attribute_id
    where a.code = 'farbe' order by av.position`,
  )
  expect(rows).toEqual([
    { display: 'swatch', label: 'Dunkelblau', color: '#1b2a49' },
    { display: 'swatch', label: 'Rot', color: '#c62828' },
    { display: 'swatch', label: 'Leopard', color: null },
  ])
})

test.each([
  'shopify-current.csv',
  'shopify-old.csv',
  'shopify-handles-apart.csv',
  'shopify-semicolon.csv',
  'shopify-faults.csv',
  'woocommerce.csv',
  'vitrine.csv',
])('re-importing a file changes nothing: %s', async (fixture) => {
  await shop.importFixture(fixture)
  const before = await everything(db)

  const report = await shop.importFixture(fixture)

  expect(report.products).toMatchObject({ created: 0, updated: 0 })
  expect(await everything(db)).toEqual(before)
})

test('a dry run reports the same and changes nothing', async () => {
  const text =
    'Handle,Title,Variant SKU,Variant Price,Vendor\nkite,Kite,K-1,100,Wind Works\nkite-2,Kite two,K-1,100,\n,,,5,\n'
  const before = await everything(db)
  const dry = await shop.importText(text, { isDryRun: true })
  expect(await everything(db)).toEqual(before)

  const { isDryRun, ...wet } = await shop.importText(text)

  expect(isDryRun).toBe(false)
  expect(dry).toEqual({ ...wet, isDryRun: true })
  expect(wet.products).toMatchObject({ created: 1, refused: 1 })
})

test('a missing column keeps a field and an empty cell clears it', async () => {
  await shop.importFixture('shopify-current.csv')
  const before = await readProduct(db, 'lagoon-mug')

  const report = await shop.importFixture('stock-only.csv')

  expect(report.products).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 0 })
  const after = await readProduct(db, 'lagoon-mug')
  expect(after.variations.map(({ stock }) => stock)).toEqual([40, 3, 9])
  expect(after).toMatchObject({
    name: before.name,
    brand: 'Kiln Yard',
    tags: before.tags,
    images: before.images,
  })

  await shop.importText('URL handle,Title,Vendor,Tags\nlagoon-mug,Lagoon Mug,,\n')
  expect(await readProduct(db, 'lagoon-mug')).toMatchObject({
    brand: null,
    tags: [],
    variations: after.variations,
  })
})

test('an empty cell keeps a variation’s price and SKU', async () => {
  await shop.importText(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nfan,Fan,Size,S,FAN-S,100\nfan,,,M,FAN-M,120\n',
  )

  const report = await shop.importText(
    'Handle,Title,Option1 Name,Option1 Value,Variant Price\nfan,Fan,Size,S,\nfan,,,M,150\n',
  )

  expect(report.refusedRows).toBe(0)
  expect((await readProduct(db, 'fan')).variations).toMatchObject([
    { sku: 'FAN-S', selling_price: 10_000 },
    { sku: 'FAN-M', selling_price: 15_000, mrp: 15_000 },
  ])
})

test('a product whose only row is invalid stays unchanged, including its name', async () => {
  await shop.importText('Handle,Title,Variant SKU,Variant Price\nlute,Lute,LU-1,100\n')

  const report = await shop.importText(
    'Handle,Title,Variant SKU,Variant Price\nlute,Lute renamed,LU-1,free\n',
  )

  expect(lines(report.refused)).toEqual(['2: The price “free” is not a price'])
  expect(await readProduct(db, 'lute')).toMatchObject({
    name: 'Lute',
    variations: [{ selling_price: 10_000 }],
  })
})

test('a compare-at price below the price is dropped with a warning', async () => {
  const report = await shop.importText(
    'Handle,Title,Variant SKU,Variant Price,Variant Compare At Price\nharp,Harp,HA-1,100,90\n',
  )

  expect(report.notes).toMatchObject([{ line: 2, column: 'Variant Compare At Price' }])
  expect((await readProduct(db, 'harp')).variations).toMatchObject([{ selling_price: 10_000, mrp: 10_000 }])
})

async function tagsSince(change: () => Promise<unknown>) {
  await db.deleteFrom('change_log').execute()
  await change()
  return (await db.selectFrom('change_log').select('tag').orderBy('tag').execute()).map(({ tag }) => tag)
}

test('a new price drops pages of its product and lists in price order, others only if a price range changes', async () => {
  const file = (...prices: number[]) =>
    `slug,name,sku,price,category\n${prices.map((price, at) => `bell-${at},Bell ${at},BELL-${at},${price},Music > Bells`).join('\n')}\n`
  await shop.importText(file(10, 20, 30))
  const { id } = await readProduct(db, 'bell-1')
  const { id: highest } = await readProduct(db, 'bell-2')
  const categories = await db
    .selectFrom('categories')
    .select('id')
    .where('slug', 'in', ['music', 'bells'])
    .execute()
  const ranges = [...categories.map((category) => `price-range:${category.id}`), 'price-range:shop']

  expect(await tagsSince(() => shop.importText(file(10, 25, 30)))).toEqual(['prices', `product:${id}`])
  expect(await tagsSince(() => shop.importText(file(10, 35, 30)))).toEqual(
    [...ranges, 'prices', `product:${id}`].sort(),
  )
  expect(await tagsSince(() => shop.importText(file(10, 34, 30)))).toEqual(
    [...ranges, 'prices', `product:${id}`].sort(),
  )
  expect(await tagsSince(() => shop.importText(file(10, 34, 29)))).toEqual(['prices', `product:${highest}`])
})

test('new products are last in the featured order, in the file’s order', async () => {
  const products = () =>
    db.selectFrom('products').select(['slug', 'position']).orderBy('position').orderBy('id').execute()
  await db.updateTable('products').set({ position: 900 }).where('slug', '=', 'drum').execute()

  await shop.importText('Handle,Title,Variant SKU,Variant Price\nviola,Viola,VIOLA,1\ncello,Cello,CELLO,1\n')

  expect((await products()).slice(-2).map(({ slug }) => slug)).toEqual(['viola', 'cello'])
})

test('a text that lists do not show drops only the pages of its product', async () => {
  const file = (title: string, name: string) =>
    `slug,name,sku,price,meta_title\ngong,${name},GONG,10,${title}\n`
  await shop.importText(file('Gong', 'Gong'))
  const { id } = await readProduct(db, 'gong')

  expect(await tagsSince(() => shop.importText(file('A gong', 'Gong')))).toEqual([`product:${id}`])
  expect(await tagsSince(() => shop.importText(file('A gong', 'Big gong')))).toEqual([
    'listing',
    `product:${id}`,
  ])
})

test('only changes that shoppers see invalidate pages', async () => {
  const file = (stock: number, barcode: string) =>
    `Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Variant Barcode\ndrum,Drum,DR-1,100,${stock},${barcode}\n`
  await shop.importText(file(50, '1'))
  const { id } = await readProduct(db, 'drum')
  expect(await tagsSince(() => shop.importText(file(40, '2')))).toEqual([])
  expect(await tagsSince(() => shop.importText(file(4, '2')))).toEqual([`product:${id}`])
  expect(await tagsSince(() => shop.importText(file(0, '2')))).toEqual(['listing', `product:${id}`])
})

test('pieces that a file moves between stock locations invalidate no page while as many can be sold', async () => {
  const head = 'Handle,Title,Variant SKU,Variant Price'
  await shop.importText(`${head},Variant Inventory Qty\nlute,Lute,LU-1,100,50\n`)
  const { id, variations } = await readProduct(db, 'lute')
  const { pool } = shop.database
  await splitStock(pool, [variations[0]?.id ?? 0], [20, 30])
  await pool.query(`update stock_locations set code = 'pune' where not is_main`)
  const file = (main: number, pune: number) =>
    `${head},Inventory quantity[main],Inventory quantity[pune]\nlute,Lute,LU-1,100,${main},${pune}\n`
  expect(await tagsSince(() => shop.importText(file(30, 20)))).toEqual([])
  expect(await tagsSince(() => shop.importText(file(1, 3)))).toEqual([`product:${id}`])
  expect(await tagsSince(() => shop.importText(file(0, 0)))).toEqual(['listing', `product:${id}`])
  await pool.query('delete from stock_levels')
  await pool.query('delete from stock_locations where not is_main')
})

test('a second category of the same name gets its parent’s name in its slug', async () => {
  await shop.importText(
    'slug,name,sku,price,category\na-shirt,A shirt,SHI-1,1,Men > Shirts\nb-shirt,B shirt,SHI-2,1,Women > Shirts\nc-shirt,C shirt,SHI-3,1,Women > Shirts\n',
  )

  expect(await readProduct(db, 'a-shirt')).toMatchObject({ category: 'men/shirts' })
  expect(await readProduct(db, 'c-shirt')).toMatchObject({ category: 'women/women-shirts' })
})

test('UTF-16 and Windows-1252 files are decoded', async () => {
  const text = 'Handle;Title;Variant SKU;Variant Price\r\ncafe-cup;Café cup;CC-1;10\r\n'
  await shop.importText(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
  expect(await readProduct(db, 'cafe-cup')).toMatchObject({ name: 'Café cup' })

  await shop.importText(Buffer.from(text.replace('Café cup', 'Café cups'), 'latin1'))
  expect(await readProduct(db, 'cafe-cup')).toMatchObject({ name: 'Café cups' })
})

test('problem lines match the editor’s line numbers, also after quoted line breaks', async () => {
  const report = await shop.importText(
    'sep=,\r\nHandle,Title,Body (HTML),Variant SKU,Variant Price\r\nbell,Bell,"one\r\ntwo\r\nthree",BE-1,10\r\n\r\ngong,Gong,,GO-1,x\r\n',
  )

  expect(lines(report.refused)).toEqual(['7: The price “x” is not a price'])
  expect(await readProduct(db, 'bell')).toMatchObject({ description_html: '<p>one<br />two<br />three</p>' })
})

test('an unclosed quotation mark refuses only the rows after it', async () => {
  const report = await shop.importText(
    'Handle,Title,Variant SKU,Variant Price\npipe,Pipe "large",PI-1,10\nhorn,"Horn,HO-1,10\noboe,Oboe,OB-1,10\n',
  )

  expect(report.refused).toMatchObject([{ line: 3 }])
  expect(await readProduct(db, 'pipe')).toMatchObject({ name: 'Pipe "large"' })
})

test('a file without product columns is refused', async () => {
  await expect(shop.importText('Order,Date\n1,today\n')).rejects.toThrow(ImportFileError)
  await expect(shop.importText('')).rejects.toThrow('The file is empty')
})

test('an image in the CSV’s folder is stored; one outside it, or another file type, is refused', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c55' } })
    .png()
    .toBuffer()
  await writeFile(join(shop.folder, 'cello.png'), picture)
  await writeFile(join(shop.folder, 'cello.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const text = `Handle,Title,Variant SKU,Variant Price,Image Src,Image Alt Text
cello,Cello,CE-1,10,cello.png,A cello
cello,,,,cello.svg,
cello,,,,../../../../../../../../etc/hostname,
cello,,,,file:///etc/hostname,
cello,,,,missing.png,
cello,,,,/media/import/unknown.png,
`
  const report = await shop.importText(text)

  expect(report).toMatchObject({ refusedRows: 0, imagesAdded: 1, warnings: 5 })
  expect(report.notes.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7])
  const { images } = await readProduct(db, 'cello')
  expect(images).toMatchObject([
    { alt: 'A cello', width: 40, path: expect.stringMatching(/^import\/[0-9a-f]{32}\.png$/) },
  ])
  expect(await readdir(join(shop.mediaDir, 'import'))).toHaveLength(1)
  expect((await shop.importText(text)).products).toMatchObject({ unchanged: 1 })
})

test('importing an unmodified export changes nothing', async () => {
  const text = await shop.exportText()
  const before = await everything(db)

  const report = await shop.importText(text)

  expect(report).toMatchObject({
    dialect: 'Shopify',
    refusedRows: 0,
    warnings: 0,
    products: { created: 0, updated: 0 },
    imagesAdded: 0,
    ignoredColumns: expect.not.arrayContaining(['Price']),
  })
  expect(await everything(db)).toEqual(before)
})

test('a price of 0 is imported as a draft, and refused for a product that shoppers see', async () => {
  const rows = [
    'Handle,Title,Published,Variant SKU,Variant Price',
    'gift-a,Gift A,TRUE,GIFT-A,0',
    'gift-b,Gift B,FALSE,GIFT-B,0',
  ]
  const report = await shop.importText(rows.join('\n'))

  expect(lines(report.refused)).toContainEqual(expect.stringMatching(/^2: The price is 0, which gives/))
  expect(await readProduct(db, 'gift-b')).toMatchObject({ is_published: false })
})

test('a row with an unknown tax class is refused with the known ones; a class that the product has stays', async () => {
  const head = 'slug,name,sku,price,tax_class'
  const rows = [head, 'plate,Plate,PLATE,100,gst-99', 'bowl,Bowl,BOWL,100,standard']
  const report = await shop.importText(rows.join('\n'))

  expect(lines(report.refused)).toEqual([
    expect.stringMatching(/^2: There is no tax class “gst-99”. Known are: standard/),
  ])
  await db.updateTable('products').set({ tax_class: 'former' }).where('slug', '=', 'bowl').execute()
  const again = await shop.importText([head, 'bowl,Bowl,BOWL,120,former'].join('\n'))
  expect(lines(again.refused)).toEqual([])
})
