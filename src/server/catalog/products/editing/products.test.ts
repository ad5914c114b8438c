import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { allJobs } from '#server/all-jobs.ts'
import { importProductsJob, runImport } from '#server/catalog/importing/product-imports.ts'
import { removeDemoJob } from '#server/operations/setup/remove-demo.ts'
import { changeProducts, changeProductsJob } from './change-products.ts'

const shop = await openShop({ seed: true })
const { db, services } = shop
const staff = await signedInStaff(shop, 'manager')
const { adminProducts, adminProductBatches, adminProductImports } = staff.admin

const productOf = async (variation: { product_id: number }) => {
  const { product_id } = await db
    .selectFrom('variations')
    .select('product_id')
    .where('id', '=', variation.product_id)
    .executeTakeFirstOrThrow()
  return product_id
}
const newProduct = async (values: { name?: string; stock?: number } = {}) =>
  productOf(await makeProduct(db, values))
const edit = async (id: number) => ok(await adminProducts.get({ id }))

test('the list finds products by words of the name and by SKU, and filters them', async () => {
  const id = await newProduct({ name: 'Zanzibar Butter Dish', stock: 0 })
  const found = async (query: object) => ok(await adminProducts.list(query)).data.map((row) => row.id)
  const { sku } = ok(await adminProducts.list({ q: 'zanzi dish' })).data[0] ?? {}

  expect(await found({ q: 'zanzi dish' })).toEqual([id])
  expect(await found({ q: (sku ?? '').toLowerCase() })).toContain(id)
  expect(await found({ q: 'zanzi', stock: 'out' })).toEqual([id])
  expect(await found({ q: 'zanzi', stock: 'low' })).toEqual([])
  expect(await found({ q: 'zanzi', state: 'draft' })).toEqual([])
  expect(await found({ q: '%' })).toEqual([])
  const bowl = await newProduct({ name: '大きな陶器の茶碗' })
  for (const q of ['碗', '茶碗', '陶器の']) expect(await found({ q }), q).toEqual([bowl])
  const { categories } = ok(await adminProducts.options())
  const parent = categories.find(({ depth }, at) => depth === 0 && categories[at + 1]?.depth === 1)
  expect((await found({ category: parent?.id ?? 0, per_page: 100 })).length).toBeGreaterThan(0)
})

test('a product is saved with pictures, variations, tags and related products, and its text is sanitised', async () => {
  const { attributes } = ok(await adminProducts.options())
  const variable = attributes.filter(({ is_variable, values }) => is_variable && values.length > 1)
  const [first, second] = [variable[0], variable.find(({ display }) => display === 'button')]
  const options = (at: number) => [first?.values[at]?.id ?? 0, second?.values[0]?.id ?? 0]
  const colour = options(1).slice(0, 1)
  expect(first?.display).toBe('swatch')
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#225577' } })
    .png()
    .toBuffer()
  const sent = await staff.upload(
    '/api/admin/products/images',
    new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
  )
  const { path } = (sent.body as { data: { path: string } }).data
  const related = await newProduct()

  const { id, values } = ok(
    await adminProducts.create({
      values: {
        name: 'Indigo Pot',
        description_html: '<p onclick="x()">A pot<script>alert(1)</script></p>',
        tags: ['indigo', 'new tag'],
        related: [related],
        is_published: true,
        images: [{ path, alt: 'A pot', options: colour, focal_point: { x: 20, y: 80 } }],
        variations: [
          { sku: 'IND-1', options: options(0), selling_price: 10_000, initial_stock: 4 },
          { sku: 'IND-2', options: options(1), selling_price: 12_000, mrp: 15_000, is_default: true },
        ],
      },
    }),
  )
  expect(values).toMatchObject({
    slug: 'indigo-pot',
    description_html: '<p>A pot</p>',
    tags: ['indigo', 'new tag'],
    related: [related],
    images: [{ path, alt: 'A pot', options: colour, focal_point: { x: 20, y: 80 } }],
    variations: [
      { sku: 'IND-1', is_default: false },
      { sku: 'IND-2', mrp: 15_000, is_default: true },
    ],
  })
  const stock = ok(await adminProducts.stock({ id }))
  expect(stock.changes).toMatchObject([{ sku: 'IND-1', stock_before: 0, stock_after: 4, reason: 'initial' }])

  const shown = ok(await shop.guest().api.product.single({ id: 'indigo-pot' }))
  expect(shown.base_image).toMatchObject({ alt: 'A pot', focal_point: { x: 20, y: 80 } })
  expect(shown.images[0]?.focal_point).toEqual({ x: 20, y: 80 })

  const [a, b] = values.variations
  const swapped = [
    { ...b, sku: 'IND-1' },
    { ...a, sku: 'IND-2' },
  ] as typeof values.variations
  const { version } = await edit(id)
  const saved = ok(await adminProducts.update({ id, version, values: { ...values, variations: swapped } }))
  expect(saved.values.variations.map((row) => [row.id, row.sku])).toEqual([
    [b?.id, 'IND-1'],
    [a?.id, 'IND-2'],
  ])
  // Pictures belong to what is seen, whatever the SKUs are, and to another size when the first is no longer sold.
  expect(saved.values.images[0]?.options).toEqual(colour)
  const larger = { options: [...colour, second?.values[1]?.id ?? 0], selling_price: 12_000 }
  const [kept] = saved.values.variations.filter((row) => row.id === a?.id)
  const { values: last } = ok(
    await adminProducts.update({
      id,
      version: saved.version,
      values: { ...saved.values, variations: [larger, ...(kept ? [kept] : [])] },
    }),
  )
  expect(last.images[0]?.options).toEqual(colour)
})

test('variations without a SKU get one of slug and options that no other product has', async () => {
  const { attributes } = ok(await adminProducts.options())
  const [first] = attributes.filter(({ is_variable, values }) => is_variable && values.length > 1)
  const options = (first?.values ?? []).slice(0, 2).map(({ id }) => id)
  const create = async (name: string, variations: { sku?: string; options?: number[] }[]) =>
    ok(
      await adminProducts.create({
        values: { name, variations: variations.map((one) => ({ selling_price: 100, ...one })) },
      }),
    )
  const skusOf = ({ values }: { values: { variations: { sku: string }[] } }) =>
    values.variations.map(({ sku }) => sku)

  const simple = await create('Cobalt Saucer', [{}])
  expect(skusOf(simple)).toEqual(['cobalt-saucer'])
  const optional = await create(
    'Cobalt Beaker',
    options.map((id) => ({ options: [id] })),
  )
  expect(skusOf(optional)).toEqual([
    expect.stringMatching(/^cobalt-beaker-[a-z0-9-]+$/),
    expect.stringMatching(/^cobalt-beaker-[a-z0-9-]+$/),
  ])
  expect(new Set(skusOf(optional)).size).toBe(2)

  await create('Holder', [{ sku: 'cobalt-ewer' }])
  const ewer = await create('Cobalt Ewer', [{}])
  expect(skusOf(ewer)).toEqual([`cobalt-ewer-${ewer.id}`])
})

test.each([
  [
    'two variations with one SKU',
    [
      { sku: 'DUP', selling_price: 1 },
      { sku: 'DUP', selling_price: 1 },
    ],
    'variations.1.options',
  ],
  ['a compare price below the price', [{ sku: 'CMP', selling_price: 100, mrp: 90 }], 'variations.0.mrp'],
])('%s is refused at its field', async (_, variations, field) => {
  const answer = await adminProducts.create({ values: { name: 'Refused', variations } })
  expect(answer).toMatchObject({ code: 'VALIDATION', errors: { [`values.${field}`]: [expect.any(String)] } })
})

test('a SKU of another product is refused at its field', async () => {
  await newProduct({ name: 'Owner of the SKU' })
  const [row] = ok(await adminProducts.list({ q: 'owner of the sku' })).data
  const answer = await adminProducts.create({
    values: { name: 'Thief', variations: [{ sku: row?.sku ?? '', selling_price: 1 }] },
  })
  expect(answer).toMatchObject({ errors: { 'values.variations.0.sku': ['"Owner of the SKU" has this SKU'] } })
})

test('stock is changed by a difference with a reason, and never below zero', async () => {
  const id = await newProduct({ stock: 3 })
  const [variation] = ok(await adminProducts.stock({ id })).variations
  const by = (change: number) =>
    adminProducts.adjustStock({
      id,
      changes: [{ variation_id: variation?.id ?? 0, by: change }],
      reason: 'counted',
      note: 'Shelf 4',
    })

  expect(ok(await by(9)).variations[0]?.stock).toBe(12)
  expect(await by(-13)).toMatchObject({ code: 'STOCK_TOO_LOW' })
  expect(ok(await adminProducts.stock({ id }))).toMatchObject({
    variations: [{ stock: 12 }],
    changes: [{ actor: staff.email, stock_before: 3, stock_after: 12, reason: 'counted', note: 'Shelf 4' }],
  })
})

test('a product in a cart cannot be deleted, but unpublished; a copy is not published', async () => {
  const made = await makeProduct(db)
  const id = await productOf(made)
  ok(await shop.guest().api.cart.addItem({ product_id: made.product_id, quantity: 1 }))
  const { version } = await edit(id)

  expect(await adminProducts.remove({ id, version })).toMatchObject({
    code: 'IN_USE',
    data: { names: ['a cart'] },
  })
  ok(await adminProducts.setPublished({ id, is_published: false }))
  expect((await edit(id)).values.is_published).toBe(false)
  const copy = ok(await adminProducts.duplicate({ id }))
  expect((await edit(copy.id)).values).toMatchObject({
    is_published: false,
    name: expect.stringContaining('(copy)'),
  })
  const again = ok(await adminProducts.duplicate({ id }))
  expect(again.id).not.toBe(copy.id)
})

test('a bulk change without a choice changes nothing', async () => {
  expect(await adminProductBatches.create({ action: { type: 'unpublish' } })).toMatchObject({
    code: 'VALIDATION',
    errors: { ids: ['Please choose products'] },
  })
})

test('a bulk price change is undone, except where the price was changed since', async () => {
  const ids = [await newProduct(), await newProduct(), await newProduct()]
  const prices = () =>
    Promise.all(ids.map(async (id) => (await edit(id)).values.variations[0]?.selling_price))
  const batch = ok(
    await adminProductBatches.create({ action: { type: 'price', percent: 5 }, ids: [...ids, 999_999_999] }),
  )
  expect(batch).toMatchObject({ total: 3, done: 0, title: 'Price +5 %' })
  await changeProducts(services, batch.id)
  expect(await prices()).toEqual([52_500, 52_500, 52_500])
  expect(ok(await adminProductBatches.get({ id: batch.id }))).toMatchObject({
    done: 3,
    refused: 0,
    can_undo: true,
  })

  const { version, values } = await edit(ids[0] ?? 0)
  const variations = values.variations.map((row) => ({ ...row, selling_price: 40_000, mrp: null }))
  ok(await adminProducts.update({ id: ids[0] ?? 0, version, values: { ...values, variations } }))
  const undo = ok(await adminProductBatches.undo({ id: batch.id }))
  await changeProducts(services, undo.id)
  expect(await prices()).toEqual([40_000, 50_000, 50_000])
  expect(ok(await adminProductBatches.get({ id: undo.id }))).toMatchObject({
    done: 3,
    refused: 1,
    refusals: [{ id: ids[0], message: expect.stringContaining('changed since') }],
  })
  expect(await adminProductBatches.undo({ id: batch.id })).toMatchObject({ code: 'NOTHING_TO_UNDO' })
})

test('a new price keeps the lists that do not depend on it, by the form, in bulk and by undo', async () => {
  const [category = 0, brand = 0] = await Promise.all([
    db
      .insertInto('categories')
      .values({ name: 'Bells', slug: 'price-bells', path: 'price-bells' })
      .returning('id')
      .executeTakeFirstOrThrow(),
    db
      .insertInto('brands')
      .values({ name: 'Bellmaker', slug: 'bellmaker' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  ]).then((rows) => rows.map(({ id }) => id))
  const ids = [await newProduct(), await newProduct(), await newProduct()]
  for (const [at, id] of ids.entries()) {
    await db.updateTable('products').set({ category_id: category }).where('id', '=', id).execute()
    await writePrice(id, 10_000 * (at + 1))
  }
  const [, middle = 0, highest = 0] = ids
  const inRange = ['prices', `product:${middle}`]
  const ofHighest = ['prices', `product:${highest}`, `price-range:${category}`, 'price-range:shop'].sort()

  expect(await tagsOf(() => writePrice(middle, 21_000))).toEqual(inRange)
  expect(await tagsOf(() => writePrice(highest, 31_000))).toEqual(ofHighest)
  expect(await tagsOf(() => writePrice(middle, 21_000)), 'nothing changed').toEqual([`product:${middle}`])
  expect(
    await tagsOf(async () => {
      const { version, values } = await edit(middle)
      ok(await adminProducts.update({ id: middle, version, values: { ...values, brand_id: brand } }))
    }),
  ).toContain('listing')

  const change = async (id: number, percent: number) => {
    const batch = ok(await adminProductBatches.create({ action: { type: 'price', percent }, ids: [id] }))
    await changeProducts(services, batch.id)
    return batch
  }
  const undo = async ({ id }: { id: number }) => {
    const batch = ok(await adminProductBatches.undo({ id }))
    await changeProducts(services, batch.id)
  }
  const inBulk = (tags: string[], id: number) => [...tags, `prices-of:${id}`].sort()
  let batch = { id: 0 }
  expect(
    await tagsOf(async () => {
      batch = await change(middle, 5)
    }),
  ).toEqual(inBulk(inRange, middle))
  expect(await tagsOf(() => undo(batch))).toEqual(inBulk(inRange, middle))
  expect(await tagsOf(() => change(highest, 5))).toEqual(inBulk(ofHighest, highest))
})

test('a new price in a category of thousands of products is not compared with theirs', async () => {
  const { id: category_id } = await db
    .insertInto('categories')
    .values({ name: 'Thousands', slug: 'thousands', path: 'thousands' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = [await newProduct(), await newProduct(), await newProduct()]
  for (const [at, id] of ids.entries()) {
    await db.updateTable('products').set({ category_id }).where('id', '=', id).execute()
    await writePrice(id, 10_000 * (at + 1))
  }
  const middle = ids[1] ?? 0
  expect(await tagsOf(() => writePrice(middle, 21_000))).not.toContain(`price-range:${category_id}`)
  await shop.pool.query(
    `insert into products (slug, name, category_id) select 'of-thousands-' || n, 'Of thousands', $1 from generate_series(1, 2000) n`,
    [category_id],
  )

  expect(await tagsOf(() => writePrice(middle, 22_000))).toContain(`price-range:${category_id}`)
})

async function writePrice(id: number, selling_price: number) {
  const { version, values } = await edit(id)
  const variations = values.variations.map((row) => ({ ...row, selling_price, mrp: null }))
  ok(await adminProducts.update({ id, version, values: { ...values, variations } }))
}

async function tagsOf(change: () => Promise<unknown>) {
  await db.deleteFrom('change_log').execute()
  await change()
  const rows = await db.selectFrom('change_log').select('tag').distinct().execute()
  return rows.map(({ tag }) => tag).sort()
}

test('bulk changes publish, move and label all that a filter finds', async () => {
  for (let at = 0; at < 3; at += 1) await newProduct({ name: `Quokka ${at}` })
  const { labels, categories } = ok(await adminProducts.options())
  const [label, category] = [labels[0]?.id ?? 0, categories[0]?.id ?? 0]
  const filter = { q: 'quokka' }
  const actions = [
    { type: 'unpublish' },
    { type: 'category', category_id: category },
    { type: 'add_label', label_id: label },
  ] as const
  for (const action of actions) {
    const { id, total } = ok(await adminProductBatches.create({ action, filter }))
    expect(total).toBe(3)
    await changeProducts(services, id)
  }
  const [row] = ok(await adminProducts.list(filter)).data
  expect((await edit(row?.id ?? 0)).values).toMatchObject({
    is_published: false,
    category_id: category,
    labels: [label],
  })
})

test('bulk changes set brand and tax, tag, collect by hand and delete what is in no order or cart', async () => {
  const ids: number[] = []
  for (let at = 0; at < 3; at += 1) ids.push(await newProduct({ name: `Numbat ${at}` }))
  const [, second = 0, third = 0] = ids
  const { brands, collections } = ok(await adminProducts.options())
  const [brand, collection] = [brands[0]?.id ?? 0, collections[0]?.id ?? 0]
  const members = async () =>
    (
      await db
        .selectFrom('collection_products')
        .select('product_id')
        .where('collection_id', '=', collection)
        .where('product_id', 'in', ids)
        .orderBy('position')
        .execute()
    ).map(({ product_id }) => product_id)
  const change = async (action: BatchAction) => {
    const { id } = ok(await adminProductBatches.create({ action, ids }))
    await changeProducts(services, id)
    const { refused, refusals, title } = ok(await adminProductBatches.get({ id }))
    return { refused, names: refusals.map(({ name }) => name), title }
  }

  const actions: BatchAction[] = [
    { type: 'brand', brand_id: brand },
    { type: 'tax', tax_class: 'standard', hsn_code: '691200' },
    { type: 'add_tags', tags: ['Marsupial', 'new here'] },
    { type: 'remove_tags', tags: ['MARSUPIAL', 'unknown'] },
    { type: 'add_to_collection', collection_id: collection },
  ]
  for (const action of actions) expect(await change(action)).toMatchObject({ refused: 0 })
  expect((await edit(second)).values).toMatchObject({
    ...{ brand_id: brand, tax_class: 'standard', hsn_code: '691200', tags: ['new here'] },
  })
  expect(await members()).toEqual(ids)
  await change({ type: 'remove_from_collection', collection_id: collection })
  expect(await members()).toEqual([])
  expect(
    await adminProductBatches.create({ action: { type: 'tax', tax_class: 'none', hsn_code: '' }, ids }),
  ).toMatchObject({ code: 'VALIDATION', errors: { 'action.tax_class': [expect.any(String)] } })

  ok(
    await shop
      .guest()
      .api.cart.addItem({ product_id: (await edit(third)).values.variations[0]?.id ?? 0, quantity: 1 }),
  )
  expect(await change({ type: 'delete' })).toEqual({ refused: 1, names: ['Numbat 2'], title: 'Delete' })
  expect(ok(await adminProducts.list({ q: 'numbat' })).data.map(({ id }) => id)).toEqual([third])
})

const uploadFile = (name: string, content: Uint8Array<ArrayBuffer> | string) =>
  staff.upload('/api/admin/product-imports', new Blob([content]), { name, file_name: name })

test.each([
  [
    'products.xlsx',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40)]),
    /^This file is an Excel/,
  ],
  ['products.csv.gz', gzipSync('slug,name\n'), /^This file is compressed/],
  ['products.csv', Buffer.from('slug,name\nmug,Mu\0g\n'), /is not a text/],
  ['utf-16-without-mark.csv', Buffer.from('slug,name\nmug,Mug\n', 'utf16le'), /is not a text/],
])('the upload of %s is refused by its content', async (name, content, message) => {
  const { status, body } = await uploadFile(name, new Uint8Array(content))

  expect(status).toBe(422)
  expect((body as { errors: { file: string[] } }).errors.file[0]).toMatch(message)
})

test('a file in UTF-16 with its mark is checked, and a zero character in it is left out', async () => {
  const text = Buffer.from(
    '\ufeffslug,name,sku,price,stock,wh\0at\nsixteen,Six\0teen,U-16,100.00,7,x\n',
    'utf16le',
  )
  const { body } = await uploadFile('utf-16.csv', new Uint8Array(text))
  const { id } = (body as { data: { id: number } }).data

  await runImport(services, id)

  expect(ok(await adminProductImports.get({ id }))).toMatchObject({
    state: 'checked',
    report: { products: { created: 1 }, ignored_columns: ['what'] },
  })
})

test('every job that writes start marks its record when it is dead', () => {
  const unmarked = allJobs.filter(({ schedule, onDead }) => !schedule && !onDead)

  expect(unmarked.map(({ name }) => name)).toEqual([])
})

test('an import whose job is dead has failed and says why', async () => {
  const { body } = await uploadFile('lost.csv', 'slug,name\nlost,Lost\n')
  const { id } = (body as { data: { id: number } }).data

  await importProductsJob.onDead?.(String(id), 'Error: the disk is full', services)
  expect(ok(await adminProductImports.get({ id }))).toMatchObject({
    state: 'failed',
    error: 'Error: the disk is full',
  })

  // It stays as it is when the dead run is found again.
  await importProductsJob.onDead?.(String(id), 'Error: another', services)
  expect(ok(await adminProductImports.get({ id }))).toMatchObject({ error: 'Error: the disk is full' })
})

test('a removal of the demo data whose job is dead has failed', async () => {
  const { id } = await db
    .insertInto('demo_removals')
    .values({ actor: staff.email })
    .returning('id')
    .executeTakeFirstOrThrow()

  await removeDemoJob.onDead?.('only', 'Error: the disk is full', services)

  expect(
    await db.selectFrom('demo_removals').select(['state', 'error']).where('id', '=', id).executeTakeFirst(),
  ).toEqual({ state: 'failed', error: 'Error: the disk is full' })
})

test('a bulk change whose job is dead ends, and refuses the products that it did not reach', async () => {
  const ids = [await newProduct(), await newProduct()]
  const { id } = ok(await adminProductBatches.create({ action: { type: 'unpublish' }, ids }))

  await changeProductsJob.onDead?.(String(id), 'Error: a lock', services)
  await changeProductsJob.onDead?.(String(id), 'Error: a lock', services)

  expect(ok(await adminProductBatches.get({ id }))).toMatchObject({
    finished_at: expect.any(String),
    done: 2,
    refused: 2,
    refusals: [{ message: expect.stringContaining('Error: a lock') }, {}],
  })
})

test('an uploaded file is checked, then applied: bad rows are listed and change nothing', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => `import-${at},Import ${at},IMP-${at},${at < 5 ? 'dear' : '100.00'},7`,
  )
  const sent = await uploadFile('spring.csv', `slug,name,sku,price,stock\n${rows.join('\n')}\n`)
  const { id } = (sent.body as { data: { id: number } }).data
  expect(await adminProductImports.apply({ id })).toMatchObject({ code: 'IMPORT_STATE' })

  await runImport(services, id)
  const checked = ok(await adminProductImports.get({ id }))
  expect(checked).toMatchObject({
    state: 'checked',
    file_name: 'spring.csv',
    report: { refused_rows: 5, products: { created: 25, refused: 5 } },
  })
  expect(checked.problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
  expect(ok(await adminProducts.list({ q: 'IMP-' })).total).toBe(0)

  ok(await adminProductImports.apply({ id }))
  await runImport(services, id)
  expect(ok(await adminProductImports.get({ id }))).toMatchObject({
    state: 'done',
    report: { products: { created: 25 } },
  })
  const [row] = ok(await adminProducts.list({ q: 'IMP-10' })).data
  expect(ok(await adminProducts.stock({ id: row?.id ?? 0 })).changes).toMatchObject([
    { reason: 'import', actor: staff.email, stock_after: 7 },
  ])
})
