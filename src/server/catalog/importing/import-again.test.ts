import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everything, importShop, readProduct } from './import-shop.test-support.ts'

const { db, importText, exportText } = await importShop()

const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\n'
const skus = async (slug: string) =>
  (await readProduct(db, slug)).variations.map(({ sku, title }) => `${sku} ${title}`)

test('a variation is matched by SKU when its options change', async () => {
  await importText(`${head}oak,Oak,Size,S,OAK-1,1\noak,,,M,OAK-2,1\n`)

  await importText(`${head}oak,Oak,Size,M,OAK-1,1\noak,,,S,OAK-2,1\n`)

  expect(await skus('oak')).toEqual(['OAK-1 M', 'OAK-2 S'])
})

test('a variation with a new SKU is matched by its options', async () => {
  await importText(`${head}elm,Elm,Size,S,ELM-1,1\n`)
  const [before] = (await readProduct(db, 'elm')).variations

  await importText(`${head}elm,Elm,Size,S,ELM-9,1\n`)

  expect((await readProduct(db, 'elm')).variations).toMatchObject([{ id: before!.id, sku: 'ELM-9' }])
})

test('the import refuses options that belong to another variation', async () => {
  await importText(`${head}ash,Ash,Size,S,ASH-1,1\nash,,,M,ASH-2,1\n`)

  const report = await importText(`${head}ash,Ash,Size,M,ASH-1,1\n`)

  expect(report.refused).toMatchObject([
    { line: 2, reason: 'The combination of options already belongs to ASH-2' },
  ])
  expect(await skus('ash')).toEqual(['ASH-1 S', 'ASH-2 M'])
})

test('a generated SKU stays the same when earlier rows are added', async () => {
  await importText('Handle,Title,Option1 Name,Option1 Value,Variant Price\nyew,Yew,Size,S/M,1\n')
  await importText('Handle,Title,Option1 Name,Option1 Value,Variant Price\nyew,Yew,Size,XS,1\nyew,,,S/M,1\n')

  expect(await skus('yew')).toEqual(['yew-s-m S/M', 'yew-xs XS'])
})

test('a generated SKU that another product has gets a stable hash suffix', async () => {
  await importText('Handle,Title,Variant SKU,Variant Price\nfir,Fir,gum,1\n')
  await importText('Handle,Title,Variant Price\ngum,Gum,1\n')
  const before = await everything(db)

  await importText('Handle,Title,Variant Price\ngum,Gum,1\n')

  expect((await skus('gum'))[0]).toMatch(/^gum-[0-9a-f]{8} $/)
  expect(await everything(db)).toEqual(before)
})

test('a row without options and SKU is refused when the product has several variations', async () => {
  await importText(`${head}bay,Bay,Size,S,BAY-1,1\nbay,,,M,BAY-2,1\n`)

  const report = await importText('Handle,Variant Price\nbay,5\n')

  expect(report.refused).toMatchObject([{ line: 2, reason: expect.stringMatching(/several variations/) }])
})

test('a database error refuses only its own product', async () => {
  await importText('slug,name,sku,price,min_quantity\nivy,Ivy,IVY-1,1,5\n')

  const report = await importText(
    'slug,name,sku,price,max_quantity,brand\nivy,Ivy,IVY-1,2,3,Green\nfern,Fern,FERN-1,2,3,Green\n',
  )

  expect(report.refused).toMatchObject([
    { line: 2, reason: expect.stringMatching(/^The database rejected the product/) },
  ])
  expect((await readProduct(db, 'ivy')).variations).toMatchObject([{ selling_price: 100 }])
  expect(await readProduct(db, 'fern')).toMatchObject({ brand: 'Green', max_quantity: 3 })
})

test('a changed image order in the file reorders the gallery', async () => {
  const file = (first: number, second: number) =>
    `Handle,Title,Variant SKU,Variant Price,Image Src,Image Position\npalm,Palm,PALM,1,https://p.example/a.jpg,${first}\npalm,,,,https://p.example/b.jpg,${second}\n`
  await importText(file(1, 2))

  expect((await importText(file(2, 1))).products).toMatchObject({ updated: 1 })

  const { images } = await readProduct(db, 'palm')
  expect(images.map(({ source_url }) => source_url)).toEqual([
    'https://p.example/b.jpg',
    'https://p.example/a.jpg',
  ])
  expect((await importText(file(2, 1))).products).toMatchObject({ unchanged: 1 })
})

test('a WooCommerce product with an existing name and another SKU is a new product', async () => {
  await importText('Handle,Title,Variant SKU,Variant Price\nmaple,Maple,MAPLE-1,1\n')
  const woo = 'Type,SKU,Name,Published,Regular price\nsimple,WOO-7,Maple,1,9\n'

  expect((await importText(woo)).products).toMatchObject({ created: 1 })

  expect((await importText(woo)).products).toMatchObject({ unchanged: 1 })
  expect((await readProduct(db, 'maple')).variations).toMatchObject([{ sku: 'MAPLE-1', selling_price: 100 }])
  expect((await readProduct(db, 'maple-woo-7')).variations).toMatchObject([
    { sku: 'WOO-7', selling_price: 900 },
  ])
})

test('WooCommerce variations without their parent are matched by SKU', async () => {
  await importText(
    'ID,Type,SKU,Name,Published,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)\n' +
      '1,variable,P,Pine,1,,,,Size,"S, M"\n2,variation,P-S,,1,5,1,P,Size,S\n3,variation,P-M,,1,5,1,id:1,Size,M\n',
  )

  const report = await importText('Type,SKU,Parent,Stock,Regular price\nvariation,P-M,P,30,5\n')

  expect(report.refusedRows).toBe(0)
  expect((await readProduct(db, 'pine')).variations).toMatchObject([{ stock: 1 }, { stock: 30, title: 'M' }])
})

test('a WooCommerce variation for any value of an option is refused', async () => {
  const report = await importText(
    'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n' +
      '5,variable,L,Larch,1,,,Color,"Red, Blue",Size,"S, M"\n6,variation,L-R,,1,5,L,Color,Red,Size,S\n7,variation,L-B,,1,5,L,Color,Blue,Size,\n',
  )

  expect(report.refused).toMatchObject([{ line: 4, reason: 'The option “Size” has no value' }])
})

test('an option named like a listing query key gets another code', async () => {
  await importText(`${head}teak,Teak,Price,Low,TEAK-1,1\n`)

  expect(await db.selectFrom('attributes').select('code').where('label', '=', 'Price').execute()).toEqual([
    { code: 'price-option' },
  ])
})

test('image alt text and formula-like text survive a spreadsheet round trip', async () => {
  await importText('Handle,Title,Variant SKU,Variant Price,SEO Title\nlime,=Lime,LIME,1,-50% off\n')

  expect(await readProduct(db, 'lime')).toMatchObject({ name: '=Lime', meta_title: '-50% off' })
})

test('an archived product stays so in a file without a status, which restores it or archives others', async () => {
  const stateOf = (slug: string) =>
    db
      .selectFrom('products')
      .select(['is_published', sql<boolean>`archived_at is not null`.as('is_archived')])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
  const head = 'Handle,Title,Status,Variant SKU,Variant Price\n'
  await importText(`${head}teak,Teak,active,TEAK-1,5\nlarch,Larch,archived,LARCH-1,5\n`)
  expect(await stateOf('teak')).toEqual({ is_published: true, is_archived: false })
  expect(await stateOf('larch')).toEqual({ is_published: false, is_archived: true })

  const archived = await importText(`${head}teak,Teak,archived,TEAK-1,5\n`)
  expect(archived).toMatchObject({ products: { updated: 1 }, notes: [] })
  expect(await stateOf('teak')).toEqual({ is_published: false, is_archived: true })

  const supplier = 'Handle,Title,Published,Variant SKU,Variant Price\nteak,Teak,TRUE,TEAK-1,6\n'
  expect(await importText(supplier)).toMatchObject({
    products: { updated: 1 },
    refused: [],
    notes: [{ line: 2, reason: expect.stringContaining('is archived and stays so') }],
  })
  expect(await stateOf('teak')).toEqual({ is_published: false, is_archived: true })
  expect((await readProduct(db, 'teak')).variations).toMatchObject([{ sku: 'TEAK-1', selling_price: 600 }])

  // The whole shop as a file says so of each product, and changes nothing.
  const before = await everything(db)
  const text = await exportText()
  expect(text).toContain('archived')
  expect(await importText(text)).toMatchObject({ products: { created: 0, updated: 0 }, notes: [] })
  expect(await everything(db)).toEqual(before)

  await importText(`${head}teak,Teak,active,TEAK-1,6\nlarch,Larch,draft,LARCH-1,5\n`)
  expect(await stateOf('teak')).toEqual({ is_published: true, is_archived: false })
  expect(await stateOf('larch')).toEqual({ is_published: false, is_archived: false })
})
