import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import { FieldDefinition } from '#contract/custom-fields.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { deleteOldImportFilesJob, runImport } from '#server/catalog/importing/product-imports.ts'
import { changeProducts } from './change-products.ts'

const shop = await openShop({ seed: true })
const { db, services } = shop
const staff = await signedInStaff(shop, 'manager')
const { adminProducts, adminProductBatches, adminProductImports, adminCustomFields } = staff.admin

/** A product with one variation. */
async function goods(name: string, stock = 5) {
  const { product_id: variation } = await makeProduct(db, { name, stock })
  const { product_id } = await db
    .selectFrom('variations')
    .select('product_id')
    .where('id', '=', variation)
    .executeTakeFirstOrThrow()
  return { id: product_id, variation }
}
const edit = async (id: number) => ok(await adminProducts.get({ id }))
const stockOf = async (variation: number) =>
  (await db.selectFrom('variations').select('stock').where('id', '=', variation).executeTakeFirstOrThrow())
    .stock

async function change(action: BatchAction, ids: number[]) {
  const { id } = ok(await adminProductBatches.create({ action, ids }))
  await changeProducts(services, id)
  return ok(await adminProductBatches.get({ id }))
}

async function download(path: string) {
  const { body, status } = await staff.request({ method: 'GET', url: `/api/admin/${path}` })
  expect(status).toBe(200)
  return parse<Record<string, string>>(String(body), { columns: true, bom: true })
}

test('a change of all that a filter finds is refused when it finds another number than was confirmed', async () => {
  const [first] = [await goods('Tuatara One'), await goods('Tuatara Two')]
  const change = { action: { type: 'delete' as const }, filter: { q: 'tuatara' }, expected: 1 }
  expect(await adminProductBatches.create(change)).toMatchObject({
    code: 'VALIDATION',
    errors: { expected: [expect.stringMatching(/^The list finds 2 products now, not 1/)] },
  })
  const { id, total } = ok(await adminProductBatches.create({ ...change, expected: 2 }))
  expect(total).toBe(2)
  await changeProducts(services, id)
  expect(await adminProducts.get({ id: first.id })).toMatchObject({ code: 'NOT_FOUND' })
})

test('stock changes by a number or to one, names what is short, and is taken back beside sales of the meantime', async () => {
  const [few, many] = [await goods('Few Kiwis', 2), await goods('Many Kiwis', 40)]
  const ids = [few.id, many.id]
  const taken = await change(
    { type: 'stock', change: 'by', pieces: -5, reason: 'damaged', note: 'Flood' },
    ids,
  )
  expect(taken).toMatchObject({ title: 'Stock −5', done: 2, refused: 1, can_undo: true })
  expect(taken.refusals).toEqual([
    { id: few.id, name: 'Few Kiwis', message: expect.stringMatching(/only 2$/) },
  ])
  expect([await stockOf(few.variation), await stockOf(many.variation)]).toEqual([2, 35])
  expect(ok(await adminProducts.stock({ id: many.id })).changes[0]).toMatchObject({
    ...{ stock_before: 40, stock_after: 35, reason: 'damaged', note: 'Flood', actor: staff.email },
  })
  expect(await download(`product-batches/${taken.id}/refused`)).toEqual([
    {
      id: String(few.id),
      name: 'Few Kiwis',
      sku: expect.any(String),
      reason: expect.stringMatching(/only 2$/),
    },
  ])

  const set = await change({ type: 'stock', change: 'to', pieces: 10, reason: 'counted', note: '' }, ids)
  expect(set).toMatchObject({ title: 'Stock =10', refused: 0 })
  await db.updateTable('variations').set({ stock: 7 }).where('id', '=', many.variation).execute()
  const undo = ok(await adminProductBatches.undo({ id: set.id }))
  await changeProducts(services, undo.id)
  expect([await stockOf(few.variation), await stockOf(many.variation)]).toEqual([2, 32])
  expect(await adminProductBatches.undo({ id: set.id })).toMatchObject({ code: 'NOTHING_TO_UNDO' })
})

test('a change of stock that was sold since is not taken back below nothing', async () => {
  const { id, variation } = await goods('Sold Kiwi', 0)
  const set = await change({ type: 'stock', change: 'by', pieces: 6, reason: 'received', note: '' }, [id])
  await db.updateTable('variations').set({ stock: 1 }).where('id', '=', variation).execute()
  const undo = ok(await adminProductBatches.undo({ id: set.id }))
  await changeProducts(services, undo.id)
  expect(ok(await adminProductBatches.get({ id: undo.id }))).toMatchObject({ refused: 1 })
  expect(await stockOf(variation)).toBe(1)
})

test('of 120 products at once each is changed exactly once, also when the work is repeated', async () => {
  const all = []
  for (let at = 0; at < 120; at += 1) all.push(await goods(`Dozen ${at}`, at % 3))
  const action: BatchAction = { type: 'stock', change: 'by', pieces: 1, reason: 'received', note: '' }
  const { id } = ok(await adminProductBatches.create({ action, ids: all.map((one) => one.id) }))
  await Promise.all([changeProducts(services, id), changeProducts(services, id)])
  await changeProducts(services, id)
  const stocks = await Promise.all(all.map(({ variation }) => stockOf(variation)))
  expect(stocks).toEqual(all.map((_, at) => (at % 3) + 1))
})

test('cost, attributes and texts for search engines are set, and what they leave stays', async () => {
  const { id } = await goods('{category} Emu & Son')
  const { attributes, categories } = ok(await adminProducts.options())
  const value =
    attributes.find(({ is_variable, values }) => !is_variable && values.length > 0)?.values[0]?.id ?? 0
  const category = categories[0]
  await change({ type: 'category', category_id: category?.id ?? 0 }, [id])
  await change({ type: 'cost', cost: 12_345 }, [id])
  await change({ type: 'add_attribute', value_id: value }, [id])
  await change({ type: 'search_texts', meta_title: '{name} in {category} {brand}', meta_description: '' }, [
    id,
  ])
  const { values } = await edit(id)
  expect(values).toMatchObject({
    ...{
      properties: [value],
      meta_title: `{category} Emu & Son in ${category?.name}`,
      meta_description: null,
    },
  })
  expect(values.variations[0]).toMatchObject({ cost: 12_345 })
  expect(await change({ type: 'cost', cost: 12_345 }, [id])).toMatchObject({ refused: 0 })
  await change({ type: 'cost', cost: null }, [id])
  await change({ type: 'remove_attribute', value_id: value }, [id])
  expect((await edit(id)).values).toMatchObject({ properties: [], variations: [{ cost: null }] })
})

test('one custom field of many products is set and cleared; others stay, and what does not fit is refused before anything changes', async () => {
  const define = async (values: object) =>
    ok(await adminCustomFields.create({ values: FieldDefinition.parse(values) }))
  await define({ label: 'Clay', key: 'clay', type: 'choice', choices: [{ label: 'Red', value: 'red' }] })
  await define({ label: 'Batch', key: 'batch', is_required: false })
  const { id } = await goods('Fielded')
  const customOf = async () => (await edit(id)).values.custom
  await change({ type: 'custom_fields', values: { clay: 'red' } }, [id])
  await change({ type: 'custom_fields', values: { batch: 'B 7' } }, [id])
  expect(await customOf()).toEqual({ clay: 'red', batch: 'B 7' })
  await change({ type: 'custom_fields', values: { batch: null } }, [id])
  expect(await customOf()).toEqual({ clay: 'red' })
  for (const values of [
    { clay: 'blue' },
    { unknown: 'x' },
    { constructor: 'x' },
    { batch: 'x'.repeat(10_000) },
  ])
    expect(
      await adminProductBatches.create({ action: { type: 'custom_fields', values }, ids: [id] }),
    ).toMatchObject({
      code: 'VALIDATION',
      errors: { [`action.values.${Object.keys(values)[0]}`]: [expect.any(String)] },
    })
})

test('records that are gone and numbers that are none are refused', async () => {
  const { id } = await goods('Refusing')
  const wrong: [BatchAction, string][] = [
    [{ type: 'add_attribute', value_id: 999_999 }, 'action.value_id'],
    [
      { type: 'stock', change: 'by', pieces: 1, location_id: 999_999, reason: 'other', note: '' },
      'action.location_id',
    ],
    [{ type: 'stock', change: 'to', pieces: -1, reason: 'other', note: '' }, 'action.pieces'],
    [{ type: 'cost', cost: -1 }, 'action.cost'],
  ]
  for (const [action, field] of wrong)
    expect(await adminProductBatches.create({ action, ids: [id] })).toMatchObject({
      code: 'VALIDATION',
      errors: { [field]: [expect.any(String)] },
    })
})

async function importFile(text: string) {
  const { body } = await staff.upload('/api/admin/product-imports', new Blob([text]))
  const { id } = (body as { data: { id: number } }).data
  await runImport(services, id)
  return id
}

test('what an import wrote is a filter of the list, and its refused rows are a file that imports once it is corrected', async () => {
  const id = await importFile(
    'slug;name;sku;price;stock;option1_name;option1_value\nwombat;Wombat, "large";W-1;12,50;3;Size;S\nwombat;;W-2;many;3;Size;M\nbilby;Bilby;B-1;9,00;2;;\n',
  )
  ok(await adminProductImports.apply({ id }))
  await runImport(services, id)
  const names = async () =>
    ok(await adminProducts.list({ import: id, sort: 'name', order: 'asc' })).data.map(({ name }) => name)
  expect(ok(await adminProductImports.get({ id }))).toMatchObject({ state: 'done', has_file: true })
  expect(await names()).toEqual(['Bilby', 'Wombat, "large"'])

  const { body } = await staff.request({ method: 'GET', url: `/api/admin/product-imports/${id}/refused` })
  const file = String(body)
  expect(parse(file, { bom: true, delimiter: ';' })).toEqual([
    ['slug', 'name', 'sku', 'price', 'stock', 'option1_name', 'option1_value', 'Reason'],
    ['wombat', 'Wombat, "large"', 'W-1', '12,50', '3', 'Size', 'S', ''],
    ['wombat', '', 'W-2', 'many', '3', 'Size', 'M', expect.stringMatching(/^price: /)],
  ])
  const again = await importFile(file.replace('many', '13,50'))
  expect(ok(await adminProductImports.get({ id: again }))).toMatchObject({
    report: { refused_rows: 0, products: { created: 0, updated: 1 }, ignored_columns: ['Reason'] },
  })
  expect(
    await staff.request({ method: 'GET', url: `/api/admin/product-imports/${again}/refused` }),
  ).toMatchObject({ status: 404 })
})

test('the file of refused rows has those beyond the first 1,000 problems', async () => {
  const bad = Array.from({ length: 1_500 }, (_, at) => `numbat-${at},Numbat ${at},N-${at},dear\n`)
  const id = await importFile(`slug,name,sku,price\n${bad.join('')}`)
  const { problems, report } = ok(await adminProductImports.get({ id }))
  expect([problems.length, report?.refused_rows]).toEqual([1_000, 1_500])
  const refused = async () => {
    const { body } = await staff.request({ method: 'GET', url: `/api/admin/product-imports/${id}/refused` })
    return parse(String(body), { bom: true })
  }
  const rows = await refused()
  expect(rows).toHaveLength(1_501)
  expect(rows.at(-1)).toEqual([
    'numbat-1499',
    'Numbat 1499',
    'N-1499',
    'dear',
    expect.stringMatching(/^price: /),
  ])

  // As the release before has stored it.
  await db.updateTable('product_imports').set({ refused: null }).where('id', '=', id).execute()
  expect((await refused()).length).toBe(1_001)
})

test('the file of an import is removed after 30 days, and can be applied no more', async () => {
  const id = await importFile('slug,name,sku,price\nquoll,Quoll,Q-1,x\npossum,Possum,P-1,9.00\n')
  await db
    .updateTable('product_imports')
    .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', id)
    .execute()
  await deleteOldImportFilesJob.run(
    {},
    { ...services, signal: new AbortController().signal, lastSucceededAt: undefined },
  )
  expect(ok(await adminProductImports.get({ id }))).toMatchObject({ state: 'checked', has_file: false })
  expect(await adminProductImports.apply({ id })).toMatchObject({ code: 'IMPORT_STATE' })
  expect(
    await staff.request({ method: 'GET', url: `/api/admin/product-imports/${id}/refused` }),
  ).toMatchObject({ status: 404 })
})

test('prices that an import has changed are put back by one press, except those changed since, and the orders at them are found', async () => {
  const rows = (dingo: number, koala: number, quokka: number) =>
    `slug,name,sku,price,mrp\ndingo,Dingo,D-1,${dingo},\nkoala,Koala,K-1,${koala},40\nquokka,Quokka,Q-9,${quokka},\n`
  const run = async (text: string) => {
    const id = await importFile(text)
    ok(await adminProductImports.apply({ id }))
    await runImport(services, id)
    return ok(await adminProductImports.get({ id })).price_batch
  }
  const prices = async () => {
    const { rows } = await shop.pool.query<{ prices: string }>(
      `select string_agg(concat_ws('/', r.selling_price, r.mrp), ' ' order by v.sku) as prices
      from variations v join prices r on r.variation_id = v.id where v.sku in ('D-1', 'K-1', 'Q-9')`,
    )
    return rows[0]?.prices
  }
  const ordersAt = async (price_batch: number | null) =>
    ok(await staff.admin.adminOrders.list({ ...(price_batch && { price_batch }) })).data.map(
      ({ order_no }) => order_no,
    )
  expect(await run(rows(20, 30, 50))).toBeNull()
  expect(await prices()).toBe('2000/2000 3000/4000 5000/5000')

  // The comma of the file was lost at noon.
  const wrong = await run(rows(2000, 3000, 50))
  const before = await ordersAt(wrong)
  const { id: sold } = await db
    .selectFrom('variations')
    .select('id')
    .where('sku', '=', 'D-1')
    .executeTakeFirstOrThrow()
  const { guestAtPayment } = withCheckout(shop)
  const { order_no } = ok(await (await guestAtPayment({ id: sold })).order())
  expect([before, await ordersAt(wrong)]).toEqual([[], [order_no]])
  const second = await run('slug,name,sku,price,mrp\nkoala,Koala,K-1,31,40\n')
  expect(ok(await adminProductBatches.get({ id: wrong ?? 0 }))).toMatchObject({
    ...{ title: 'Prices changed by the import', total: 2, done: 2, can_undo: true },
  })
  const undo = ok(await adminProductBatches.undo({ id: wrong ?? 0 }))
  await changeProducts(services, undo.id)
  ok(await (await guestAtPayment({ id: sold })).order())
  expect(await ordersAt(wrong)).toEqual([order_no])
  expect(await prices()).toBe('2000/2000 3100/4000 5000/5000')
  expect(ok(await adminProductBatches.get({ id: undo.id })).refusals).toMatchObject([
    { name: 'Koala', message: 'The price was changed since: it stays' },
  ])
  expect(await adminProductBatches.undo({ id: wrong ?? 0 })).toMatchObject({ code: 'NOTHING_TO_UNDO' })
  await changeProducts(services, ok(await adminProductBatches.undo({ id: second ?? 0 })).id)
  expect(await prices()).toBe('2000/2000 300000/300000 5000/5000')
})
